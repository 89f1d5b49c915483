import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns a white PNG of a size with all its pixels. */
export const wholePngOf = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(width + 1, 0xff)
  row[0] = 0 // the row isn't filtered
  return pngWith(head, Buffer.concat(Array.from({ length: height }, () => row)))
}

/** Returns a white PNG; one larger than 100 by 100 pixels claims its size and has no more than these. */
export const pngOf = (width: number, height: number): Buffer => {
  const whole = wholePngOf(Math.min(width, 100), Math.min(height, 100))
  const head = Buffer.from(whole.subarray(16, 29))
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  return Buffer.concat([whole.subarray(0, 8), chunk('IHDR', head), whole.subarray(33)])
}

const pngWith = (head: Buffer, rows: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** Returns a ZIP with uncompressed entries. */
export const zipOf = (entries: Readonly<Record<string, string>>): Buffer => {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const [label, data] = [Buffer.from(name), Buffer.from(text)]
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(data.length, 18)
    fields.writeUInt16LE(label.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, label, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), fields, tail, label]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(centrals.length, 4)
  end.writeUInt16LE(centrals.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('504b0506', 'hex'), end])
}

const wordTypes =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'

/** Returns a PDF of one page with a line of text, and content of `padding` bytes that isn’t shown. */
export const pdfOf = (text = 'Coverage continues through July.', padding = Buffer.alloc(0)): Buffer => {
  const content = `BT /F1 18 Tf 60 700 Td (${text}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${padding.length}>>stream\n${padding.toString('latin1')}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = body.length
    body += `${index + 1} 0 obj${object}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${starts.join('')}`
  const end = `trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + end, 'latin1')
}

/** Returns a file of old Word: a header, a table of sectors, a directory, and a text that’s locked or not. */
export const oldWordOf = (isLocked = false, stream = 'WordDocument'): Buffer => {
  const [header, table, directory, text] = [512, 512, 512, 4096].map((size) => Buffer.alloc(size))
  if (!header || !table || !directory || !text) return Buffer.alloc(0)
  header.write('d0cf11e0a1b11ae1', 'hex')
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  table.fill(0xff)
  for (let sector = 0; sector < 10; sector += 1) table.writeUInt32LE(0xfffffffe, sector * 4)
  directory.write(`${stream}\0`, 128, 'utf16le')
  directory.writeUInt32LE(2, 128 + 116)
  text.writeUInt16LE(0xa5ec, 0)
  text.writeUInt16LE(isLocked ? 0x100 : 0, 10)
  return Buffer.concat([header, table, directory, text])
}

const base64 = (text: string): Buffer => Buffer.from(text, 'base64')

/** A small file of every allowed type, by extension. Each can be opened. */
export const sampleFiles: Readonly<Record<string, Buffer>> = {
  pdf: pdfOf(),
  png: pngOf(20, 10),
  jpg: base64(
    '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/' +
      '2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAAR' +
      'CAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAA' +
      'AAAAAAAAAAAAAwb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCSABTv/9k=',
  ),
  webp: Buffer.from('524946461a000000574542505650384c0d0000002f00000010071011118888fe0700', 'hex'),
  gif: Buffer.from(
    '47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b',
    'hex',
  ),
  // 64 by 40 pixels, one color
  heic: base64(
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA' +
      'AAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAKAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAGgACAAEA' +
      'AAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAA' +
      'AADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAe' +
      'ugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAA' +
      'AAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAACgAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QA' +
      'AAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAACJtZGF0AAAAFigBr1jm9Oq//+RQ//0j8h8lLx5Gp3w=',
  ),
  tif: base64(
    'SUkqACoAAACAMgPDwAQWDQeEQmBQSEw2GwuHRGDxCJRKKRWHReMQmAgAEAAAAQMAAQAAAAgAAAABAQMAAQAAAAYAAAACAQMA' +
      'AwAAAAABAAADAQMAAQAAAAUAAAAGAQMAAQAAAAIAAAARAQQAAQAAAAgAAAASAQMAAQAAAAEAAAAVAQMAAQAAAAMAAAAWAQMA' +
      'AQAAAAABAAAXAQQAAQAAACEAAAAaAQUAAQAAAPAAAAAbAQUAAQAAAPgAAAAcAQMAAQAAAAEAAAAoAQMAAQAAAAIAAAA9AQMA' +
      'AQAAAAIAAABTAQMAAwAAAAYBAAAAAAAAMzPLAAAACAAzM8sAAAAIAAgACAAIAAEAAQABAA==',
  ),
  doc: oldWordOf(),
  docx: zipOf({ '[Content_Types].xml': wordTypes, 'word/document.xml': '<w:document/>' }),
  txt: Buffer.from('Coverage continues through July.\n'),
}
