// Files out of the page, and into it.

/** @param {Blob} blob @param {string} name */
export function saveBlob(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Saves a file that the server sends, under the name it gives. @param {Response} response */
export async function save(response) {
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  saveBlob(await response.blob(), name ?? 'goren');
}

/** Lets the person choose a file of a game, and opens it. @param {import('./app.js').App} app */
export async function openFile(app) {
  const file = await chooseFile();
  if (file) await app.open(file, file.name);
}

/** Lets the person choose a file; `null` if they choose none. @param {string} [accept] the kinds of files that are offered @returns {Promise<File | null>} */
export function chooseFile(accept = '') {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.onchange = () => resolve(input.files?.[0] ?? null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}
