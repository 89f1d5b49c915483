import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect } from '#server/testing/collect.ts'
import { startS3Peer } from '#server/testing/s3-peer.ts'
import { readSettings } from './env.ts'
import { SettingsError } from './settings-error.ts'
import { createFiles, FileStoreUnavailableError, storeOf, type Files, type FileStore } from './files.ts'
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
/** The error for a cut connection or a wrong number of bytes. The bucket’s socket can report it first. */
const broken = /The connection was cut|Expected a file of \d+ bytes|Couldn’t reach the file store/
/** Returns bytes in uneven chunks, as from a network. */
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
      throw new Error('The connection was cut.')
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

  it.each([1, 65_535, 65_536, 65_537, 131_072, 300_001])('are read unchanged: %i bytes', async (size) => {
    const [files, bytes] = [filesIn(), randomBytes(size)]
    const name = await files.put('documents', inPieces(bytes), size)
    expect(name).toMatch(/^documents\/[0-9a-f]{32}$/)
    expect((await bytesOf(await files.get(name, size))).equals(bytes)).toBe(true)
    await files.delete(name)
  })

  it.each([
    [0, 0],
    [0, 99],
    [65_535, 65_536],
    [65_536, 131_071],
    [100_000, 199_999],
    [199_999, 199_999],
  ])('return the range from %i to %i', async (start, end) => {
    const [files, bytes] = [filesIn(), randomBytes(200_000)]
    const name = await files.put('documents', inPieces(bytes), bytes.length)
    const part = await bytesOf(await files.get(name, bytes.length, { start, end }))
    expect(part.equals(bytes.subarray(start, end + 1))).toBe(true)
    await files.delete(name)
  })

  it('can be removed, even twice', async () => {
    const files = filesIn()
    const name = await files.put('documents', inPieces(Buffer.from('gone')), 4)
    await files.delete(name)
    await files.delete(name)
    await expect(files.get(name, 4).then(bytesOf)).rejects.toThrow(FileStoreUnavailableError)
  })

  it('are listed if they’re older than an instant', async () => {
    const files = filesIn()
    const names = [
      await files.put('documents', inPieces(Buffer.from('one')), 3),
      await files.put('documents', inPieces(Buffer.from('two')), 3),
    ]
    expect(await listed(files)).toEqual([...names].sort())
    expect(await listed(files, new Date(Date.now() - 60_000))).toEqual([])
    for (const name of names) await files.delete(name)
  })

  it('aren’t stored if the upload fails or has the wrong length', async () => {
    const files = filesIn()
    const bytes = randomBytes(200_000)
    await expect(files.put('documents', breakingOff(bytes), 400_000)).rejects.toThrow(broken)
    await expect(files.put('documents', inPieces(bytes), 200_001)).rejects.toThrow(broken)
    await expect(files.put('documents', inPieces(bytes), 199_999)).rejects.toThrow(broken)
    expect(await listed(files)).toEqual([])
  })

  it('can’t be cut, swapped or read without the key', async () => {
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
    await expect(files.get(name, bytes.length).then(bytesOf)).rejects.toThrow(
      /shorter than its recorded size/,
    )
    const stranger = createFiles(store, { ...keys, encryption: [{ id: 1, key: Buffer.alloc(32, 9) }] })
    await expect(stranger.get(name, bytes.length).then(bytesOf)).rejects.toThrow(/authenticate/)
    for (const one of [name, other]) await files.delete(one)
  })
})

describe('the folder', () => {
  it('is accessible only to its owner, and accepts only our own names', async () => {
    const files = createFiles(stores.folder, keys)
    const name = await files.put('documents', inPieces(Buffer.from('x')), 1)
    const file = name.split('/')[1] ?? ''
    const part = file.slice(0, 2)
    const path = join(folder, 'documents', part, file)
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(join(folder, 'documents', part)).mode & 0o777).toString(8)).toBe('700')
    expect(readFileSync(path).length).toBe(1 + 29)
    for (const bad of ['../secrets.json', 'documents/../../x', `documents/${'a'.repeat(31)}/`, '/etc/passwd'])
      await expect(stores.folder.put(bad, inPieces(Buffer.from('x')), 1)).rejects.toThrow(
        /Not a valid stored file name/,
      )
    await files.delete(name)
  })
})

describe('the bucket', () => {
  it('refuses a wrong secret, with the reason', async () => {
    const store = createS3Store({ ...readFilesUrl(peer.url)!, secret: 'wrong' })
    await expect(store.put(`documents/${'a'.repeat(32)}`, inPieces(Buffer.from('x')), 1)).rejects.toThrow(
      /403: SignatureDoesNotMatch/,
    )
    await expect(collect(store.list('documents'))).rejects.toThrow(/403/)
  })

  it('that doesn’t exist is reported as unavailable', async () => {
    const store = createS3Store({ ...readFilesUrl(peer.url)!, endpoint: 'http://127.0.0.1:1' })
    const big = randomBytes(300_000)
    await expect(store.put(`documents/${'a'.repeat(32)}`, inPieces(big), big.length)).rejects.toThrow(
      FileStoreUnavailableError,
    )
    await expect(store.get(`documents/${'a'.repeat(32)}`, 0, 1)).rejects.toThrow(FileStoreUnavailableError)
  })

  it('that redirects isn’t followed', async () => {
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

  it('that disconnects makes reading fail instead of returning half', async () => {
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
  ])('%s is accepted', (text, wanted) => {
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
  ])('is refused at the start with a message if it’s %s', (text) => {
    expect(() => readSettings({ FILES_URL: text })).toThrow(SettingsError)
    expect(() => readSettings({ FILES_URL: text })).toThrow(/FILES_URL must have the form/)
  })

  it('can be missing: a folder next to the other data stores the files', async () => {
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
