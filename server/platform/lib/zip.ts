import { PassThrough, Readable } from 'node:stream'
import type { Options } from 'yazl'

/** A file of an archive: its bytes, or where they’re read from when its turn comes. */
export interface ArchivedFile {
  readonly name: string
  readonly content: Buffer | AsyncIterable<Buffer | string>
}

/** Writes a ZIP archive, streamed file by file. It fails if one of the files can’t be read. */
export async function* writeZip(
  files: readonly ArchivedFile[],
  options: Partial<Options> = {},
): AsyncGenerator<Buffer> {
  const { ZipFile } = await import('yazl')
  const archive = new ZipFile()
  const sources = files.flatMap(({ name, content }) => {
    if (content instanceof Buffer) {
      archive.addBuffer(content, name, options)
      return []
    }
    const source = Readable.from(content, { objectMode: false })
    archive.addReadStream(source, name, options)
    return [source]
  })
  archive.end()
  const pieces = archive.outputStream.pipe(new PassThrough())
  // the archive doesn't report errors of its sources
  for (const source of [...sources, archive]) source.on('error', (error: Error) => pieces.destroy(error))
  try {
    yield* pieces
  } finally {
    for (const source of sources) source.destroy()
  }
}
