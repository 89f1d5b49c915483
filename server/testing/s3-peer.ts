import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Peer {
  run(): Promise<{ readonly port: number }>
  close(): Promise<void>
}
interface Options {
  readonly port: number
  readonly address: string
  readonly directory: string
  readonly silent: boolean
  readonly configureBuckets: readonly { readonly name: string }[]
}

/** A third-party S3-compatible server: it checks signatures, lists files and serves parts. */
export const startS3Peer = async (): Promise<{ readonly url: string; stop(): Promise<void> }> => {
  // the package has no types; this is the part that's used
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: Options) => Peer
  const directory = mkdtempSync(join(tmpdir(), 'shipmate-s3-'))
  const peer = new S3rver({
    port: 0,
    address: '127.0.0.1',
    directory,
    silent: true,
    configureBuckets: [{ name: 'shipmate' }],
  })
  const { port } = await peer.run()
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/shipmate/files`,
    stop: async () => {
      await peer.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
