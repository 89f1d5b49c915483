import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect } from '#server/testing/collect.ts'
import { startS3Peer } from '#server/testing/s3-peer.ts'
import { readSettings, SettingsError } from './env.ts'
import { createFiles, FilesAwayError, storeOf, type Files, type FileStore } from './files.ts'
import { readFilesUrl } from './files/address.ts'
import { createFolderStore } from './files/folder-store.ts'
import { createS3Store } from './files/s3-store.ts'

const keys = {
  encryption: [{ id: 1, key: Buffer.alloc(32, 1) }],
  index: Buffer.alloc(32, 2),
  token: Buffer.alloc(32, 3),
}

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const bytesOf = async (stream: Readable): Promise<Buffer> => Buffer.concat(await collect(stream))
/** What is said of a line that is cut, and of bytes that are not as many as said; the bucket's socket may say it first. */
const broken = /The line is cut|where \d+ were said|could not be reached/
/** Bytes in uneven pieces, as they come over a network. */
const inPieces = (bytes: Buffer, each = 10_007): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / each) }, (_, n) =>
      bytes.subarray(n * each, (n + 1) * each),
    ),
  )
const breakingOff = (bytes: Buffer): Readable =>
  Readable.from(
    (function* () {
      yield bytes
      throw new Error('The line is cut.')
    })(),
  )
const listed = async (files: Files, before = new Date(Date.now() + 60_000)): Promise<string[]> =>
  (await collect(files.list('documents', before))).sort()

const folder = mkdtempSync(join(tmpdir(), 'shipmate-files-'))
let peer: Awaited<ReturnType<typeof startS3Peer>>
let stores: Record<'folder' | 'bucket', FileStore>
beforeAll(async () => {
  peer = await startS3Peer()
  stores = {
    folder: createFolderStore(folder),
    bucket: storeOf(readSettings({ FILES_URL: peer.url })),
  }
})
afterAll(async () => {
  await peer.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(['folder', 'bucket'] as const)('files in a %s', (kind) => {
  const filesIn = (): Files => createFiles(stores[kind], keys)

  it.each([1, 65_535, 65_536, 65_537, 131_072, 300_001])(
    'come back as they went in: %i bytes',
    async (size) => {
      const [files, bytes] = [filesIn(), randomBytes(size)]
      const name = await files.put('documents', inPieces(bytes), size)
      expect(name).toMatch(/^documents\/[0-9a-f]{32}$/)
      expect((await bytesOf(await files.get(name, size))).equals(bytes)).toBe(true)
      await files.delete(name)
    },
  )

  it.each([
    [0, 0],
    [0, 99],
    [65_535, 65_536],
    [65_536, 131_071],
    [100_000, 199_999],
    [199_999, 199_999],
  ])('give the part from %i to %i', async (start, end) => {
    const [files, bytes] = [filesIn(), randomBytes(200_000)]
    const name = await files.put('documents', inPieces(bytes), bytes.length)
    const part = await bytesOf(await files.get(name, bytes.length, { start, end }))
    expect(part.equals(bytes.subarray(start, end + 1))).toBe(true)
    await files.delete(name)
  })

  it('are gone once they are removed, and can be removed twice', async () => {
    const files = filesIn()
    const name = await files.put('documents', inPieces(Buffer.from('gone')), 4)
    await files.delete(name)
    await files.delete(name)
    await expect(files.get(name, 4).then(bytesOf)).rejects.toThrow(FilesAwayError)
  })

  it('are listed with those that came in before a moment', async () => {
    const files = filesIn()
    const names = [
      await files.put('documents', inPieces(Buffer.from('one')), 3),
      await files.put('documents', inPieces(Buffer.from('two')), 3),
    ]
    expect(await listed(files)).toEqual([...names].sort())
    expect(await listed(files, new Date(Date.now() - 60_000))).toEqual([])
    for (const name of names) await files.delete(name)
  })

  it('leave nothing of what breaks off, or is not as long as it was said to be', async () => {
    const files = filesIn()
    const bytes = randomBytes(200_000)
    await expect(files.put('documents', breakingOff(bytes), 400_000)).rejects.toThrow(broken)
    await expect(files.put('documents', inPieces(bytes), 200_001)).rejects.toThrow(broken)
    await expect(files.put('documents', inPieces(bytes), 199_999)).rejects.toThrow(broken)
    expect(await listed(files)).toEqual([])
  })

  it('cannot be cut, swapped or read without the key', async () => {
    const [store, files] = [stores[kind], filesIn()]
    const bytes = randomBytes(150_000)
    const name = await files.put('documents', inPieces(bytes), bytes.length)
    const other = await files.put('documents', inPieces(bytes), bytes.length)
    const sealed = await bytesOf(await store.get(name, 0, 199_999))
    expect(sealed.includes(bytes.subarray(0, 32))).toBe(false)
    await store.delete(other)
    await store.put(other, inPieces(sealed), sealed.length)
    await expect(files.get(other, bytes.length).then(bytesOf)).rejects.toThrow(/authenticate/)
    const cut = sealed.subarray(0, 2 * 65_565)
    await store.delete(name)
    await store.put(name, inPieces(cut), cut.length)
    await expect(files.get(name, bytes.length).then(bytesOf)).rejects.toThrow(/shorter than it was/)
    const stranger = createFiles(store, { ...keys, encryption: [{ id: 1, key: Buffer.alloc(32, 9) }] })
    await expect(stranger.get(name, bytes.length).then(bytesOf)).rejects.toThrow(/authenticate/)
    for (const one of [name, other]) await files.delete(one)
  })
})

describe('the folder', () => {
  it('is its owner’s alone, and takes no names but our own', async () => {
    const files = createFiles(stores.folder, keys)
    const name = await files.put('documents', inPieces(Buffer.from('x')), 1)
    const file = name.split('/')[1] ?? ''
    const part = file.slice(0, 2)
    const path = join(folder, 'documents', part, file)
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(join(folder, 'documents', part)).mode & 0o777).toString(8)).toBe('700')
    expect(readFileSync(path).length).toBe(1 + 29)
    for (const bad of ['../secrets.json', 'documents/../../x', `documents/${'a'.repeat(31)}/`, '/etc/passwd'])
      await expect(stores.folder.put(bad, inPieces(Buffer.from('x')), 1)).rejects.toThrow(/no name/)
    await files.delete(name)
  })
})

describe('the bucket', () => {
  it('refuses who does not know the secret, and says why', async () => {
    const store = createS3Store({ ...readFilesUrl(peer.url)!, secret: 'wrong' })
    await expect(store.put(`documents/${'a'.repeat(32)}`, inPieces(Buffer.from('x')), 1)).rejects.toThrow(
      /403: SignatureDoesNotMatch/,
    )
    await expect(collect(store.list('documents'))).rejects.toThrow(/403/)
  })

  it('that is not there is told as away', async () => {
    const store = createS3Store({ ...readFilesUrl(peer.url)!, endpoint: 'http://127.0.0.1:1' })
    const big = randomBytes(300_000)
    await expect(store.put(`documents/${'a'.repeat(32)}`, inPieces(big), big.length)).rejects.toThrow(
      FilesAwayError,
    )
    await expect(store.get(`documents/${'a'.repeat(32)}`, 0, 1)).rejects.toThrow(FilesAwayError)
  })

  it('that points elsewhere is not followed', async () => {
    const asked: string[] = []
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('not for us')
    })
    const pointing = createServer((_, response) => {
      response.writeHead(307, { Location: `http://127.0.0.1:${portOf(elsewhere)}/secret` }).end()
    })
    for (const server of [elsewhere, pointing])
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
    const store = createS3Store({
      ...readFilesUrl(peer.url)!,
      endpoint: `http://127.0.0.1:${portOf(pointing)}`,
    })
    await expect(store.get('0123456789abcdef', 0, 1)).rejects.toThrow('307')
    expect(asked).toEqual([])
    for (const server of [elsewhere, pointing]) server.close()
  })

  it('that hangs up in the middle breaks the reading off rather than giving half', async () => {
    let hangUp = (): void => undefined
    const half = createServer((_, answer) => {
      answer.writeHead(206, { 'content-length': '100000' })
      answer.write(Buffer.alloc(1000))
      hangUp = () => void answer.destroy()
    }).listen(0, '127.0.0.1')
    await new Promise((done) => half.once('listening', done))
    const store = createS3Store({ ...readFilesUrl(peer.url)!, endpoint: `http://127.0.0.1:${portOf(half)}` })
    const files = createFiles(store, keys)
    const bytes = await files.get(`documents/${'a'.repeat(32)}`, 99_971)
    hangUp()
    await expect(bytesOf(bytes)).rejects.toThrow(/aborted/)
    half.close()
  })
})

describe('FILES_URL', () => {
  it.each([
    [
      's3://AK%2FID:se%40cret@s3.eu-west-1.example/ship-mate/a/b?region=eu-west-1',
      { endpoint: 'https://s3.eu-west-1.example', bucket: 'ship-mate', prefix: 'a/b/', region: 'eu-west-1' },
    ],
    [
      'http://AK%2FID:se%40cret@127.0.0.1:9000/files',
      { endpoint: 'http://127.0.0.1:9000', bucket: 'files', prefix: '', region: 'us-east-1' },
    ],
  ])('names a bucket: %s', (text, wanted) => {
    expect(readFilesUrl(text)).toEqual({ ...wanted, key: 'AK/ID', secret: 'se@cret' })
  })

  it.each([
    'shipmate',
    's3://host/bucket',
    's3://key@host/bucket',
    's3://key:secret@host',
    's3://key:secret@host/',
    's3://key:secret@host/Bucket',
    's3://key:secret@host/bucket/../x y',
    's3://key:secret@host/bucket?regoin=x',
    's3://key:%ZZ@host/bucket',
    'ftp://key:secret@host/bucket',
  ])('is refused at start in a sentence when it is %s', (text) => {
    expect(() => readSettings({ FILES_URL: text })).toThrow(SettingsError)
    expect(() => readSettings({ FILES_URL: text })).toThrow(/FILES_URL must be like/)
  })

  it('may be absent: then a folder beside the other data keeps files', async () => {
    const settings = readSettings({ DATA_DIR: folder })
    const files = createFiles(storeOf(settings), keys)
    const name = await files.put('documents', inPieces(Buffer.from('here')), 4)
    const digest = createHash('sha256')
      .update(await bytesOf(await files.get(name, 4)))
      .digest('hex')
    expect(digest).toBe(createHash('sha256').update('here').digest('hex'))
    expect(readdirSync(join(folder, 'files'))).toEqual(['documents'])
    await files.delete(name)
  })
})
