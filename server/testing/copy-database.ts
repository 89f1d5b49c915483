import { PassThrough } from 'node:stream'
import { openBackup, restoreBackup, writeBackup } from '#server/platform/backup/index.ts'
import { createFolderStore } from '#server/platform/lib/files/folder-store.ts'
import { createLog } from '#server/platform/lib/log.ts'

const lock = { passphrase: 'of a copy within a test' }

/** Copies a database into an empty one by a backup. The copy has its own transaction numbers, and no trigger runs. */
export const copyDatabase = async (fromUrl: string, toUrl: string): Promise<void> => {
  const store = createFolderStore('/nowhere')
  const source = { url: fromUrl, store, anchors: '', secrets: null, version: '0', lock }
  const stream = new PassThrough()
  const written = writeBackup(source, stream, () => undefined)
  const target = { url: toUrl, store, keys: null, anchorsFile: '', log: createLog('silent') }
  await restoreBackup(await openBackup(stream, lock), target, () => undefined)
  await written
}
