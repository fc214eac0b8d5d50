// A figure of the lab: SVG from our own server, in a shadow root of its own, because its classes are those of the report's
// page and not ours.

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/** The style sheet with this text; made once. @param {string} text */
function sheet(text) {
  let made = sheets.get(text);
  if (!made) {
    made = new CSSStyleSheet();
    made.replaceSync(`svg { display: block; width: 100%; height: auto; } ${text}`);
    sheets.set(text, made);
  }
  return made;
}

class LabFigure extends HTMLElement {
  static observedAttributes = ['svg', 'sheet'];

  attributeChangedCallback() {
    const [svg, style] = [this.getAttribute('svg'), this.getAttribute('sheet')];
    if (svg === null || style === null) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet(style)];
    // Without a namespace the parser would make elements that nothing draws.
    const text = svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    root.replaceChildren(document.importNode(parsed, true));
  }
}

customElements.define('lab-figure', LabFigure);
