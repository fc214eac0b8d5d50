// Files out of the page.

/** Saves a file that the server sends, under the name it gives. @param {Response} response */
export async function save(response) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'goren';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
