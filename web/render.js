// Descriptions of elements, and the one function that makes the page match them without losing focus or selection.

/** @typedef {{ tag: string, props: Record<string, any>, children: Child[] }} Description */
/** @typedef {Description | string} Child */
/** @typedef {Child | number | false | null | undefined | Loose[]} Loose */

const SVG = 'http://www.w3.org/2000/svg';

/** @type {WeakMap<Node, Description>} */
const described = new WeakMap();

/**
 * Describes an element. Text is only ever set as text, so that hostile names and comments stay harmless.
 * @param {string} tag
 * @param {Record<string, any> | null} [props] attributes; `on…` are handlers, `key` ties an element to a thing
 * @param {...Loose} children
 * @returns {Description}
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: flatten(children) };
}

/** @param {Loose[]} children @returns {Child[]} */
function flatten(children) {
  /** @type {Child[]} */
  const flat = [];
  for (const child of children) {
    if (Array.isArray(child)) flat.push(...flatten(child));
    else if (typeof child === 'number') flat.push(String(child));
    else if (child) flat.push(child);
  }
  return flat;
}

/**
 * Makes the children of an element match their descriptions.
 * @param {Element} parent
 * @param {Loose} wanted
 */
export function render(parent, wanted) {
  const children = flatten([wanted]);
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const node of parent.childNodes) {
    const key = described.get(node)?.props.key;
    if (key !== undefined) keyed.set(key, /** @type {Element} */ (node));
  }
  /** @type {ChildNode | null} */
  let at = parent.firstChild;
  for (const child of children) {
    const key = typeof child === 'string' ? undefined : child.props.key;
    const found = key !== undefined ? keyed.get(key) : at;
    if (found && fits(found, child)) {
      patch(found, child);
      if (found === at) at = at.nextSibling;
      else parent.insertBefore(found, at);
    } else {
      const made = make(child, parent);
      // An unkeyed element of another kind is replaced in place, so that its later siblings keep their identity.
      if (at && key === undefined && described.get(at)?.props.key === undefined) {
        const next = at.nextSibling;
        at.replaceWith(made);
        at = next;
      } else parent.insertBefore(made, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** @param {Node} node @param {Child} child */
function fits(node, child) {
  if (typeof child === 'string') return node.nodeType === 3;
  const old = described.get(node);
  return old !== undefined && old.tag === child.tag && old.props.key === child.props.key;
}

/** @param {Node} node @param {Child} child */
function patch(node, child) {
  if (typeof child === 'string') {
    if (node.nodeValue !== child) node.nodeValue = child;
    return;
  }
  const old = /** @type {Description} */ (described.get(node));
  // A description that is kept describes what is there already.
  if (old === child) return;
  const element = /** @type {Element} */ (node);
  for (const name in old.props) if (!(name in child.props)) assign(element, name, undefined);
  for (const name in child.props) {
    if (name === 'made') continue;
    const live = name === 'value' || name === 'checked';
    if (live || old.props[name] !== child.props[name]) assign(element, name, child.props[name]);
  }
  described.set(node, child);
  // What is inside a custom element is its own affair.
  if (!child.tag.includes('-')) render(element, child.children);
}

/** @param {Child} child @param {Element} parent @returns {ChildNode} */
function make(child, parent) {
  if (typeof child === 'string') return document.createTextNode(child);
  const drawn = child.tag === 'svg' || parent.namespaceURI === SVG;
  const element = drawn ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  described.set(element, child);
  render(element, child.children);
  for (const name in child.props) assign(element, name, child.props[name]);
  return element;
}

/** @param {any} element @param {string} name @param {any} value */
function assign(element, name, value) {
  if (name === 'key') return;
  if (name === 'made') {
    value?.(element);
  } else if (name === 'style') {
    for (const [property, setting] of Object.entries(value ?? {})) element.style.setProperty(property, String(setting));
  } else if (name.startsWith('on')) {
    element[name] = value ?? null;
  } else if (name === 'checked' || name === 'model' || name === 'selected') {
    if (element[name] !== value) element[name] = value ?? false;
  } else if (name === 'value' && element.localName !== 'li') {
    // Text that is being typed is the person's, not ours.
    if (element !== document.activeElement && element.value !== String(value ?? '')) element.value = value ?? '';
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else element.setAttribute(name, value === true ? '' : String(value));
}
