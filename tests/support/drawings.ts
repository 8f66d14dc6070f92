/** Drawings for tests of site plans. */

/** An SVG of a floor: a red room on white. `more`: elements after it. */
export function svgDrawing(more = '', size = 'width="400" height="200"'): string {
  return `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size} viewBox="0 0 400 200"><rect x="10" y="10" width="180" height="180" fill="#f00"/>${more}</svg>`;
}

/** A PDF of one page of 400 × 200 points with a red room; `catalog`: further entries of its catalog. */
export function pdfDrawing(catalog = ''): string {
  const content = '1 0 0 rg 10 10 180 180 re f';
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<<>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj${object}endobj\n`;
    return at;
  });
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return `${file}xref\n0 5\n0000000000 65535 f \n${entries}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
}
