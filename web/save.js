// Files out of the page.

/** @param {string} name @param {string} mime @param {BlobPart} content */
export function save(name, mime, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: mime }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {string} base64 */
export function bytes(base64) {
  return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
}
