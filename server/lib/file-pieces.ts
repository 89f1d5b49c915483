/** Bytes per piece. */
const pieceSize = 256 * 1024

/** Cuts a file into pieces of about 256 kB, so that memory use doesn’t grow with it. */
export async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [waiting, size]: [Buffer[], number] = [[], 0]
  for await (const some of bytes) {
    waiting.push(some)
    size += some.length
    if (size < pieceSize) continue
    yield Buffer.concat(waiting)
    ;[waiting, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(waiting)
}
