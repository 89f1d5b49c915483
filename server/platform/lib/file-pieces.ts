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

/** Returns all bytes of a stream of a known size, in one piece that can be moved to a thread. */
export const readBytes = async (
  pieces: AsyncIterable<unknown>,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const piece of pieces) {
    // streams of files have pieces of bytes
    const part = piece as Uint8Array
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
