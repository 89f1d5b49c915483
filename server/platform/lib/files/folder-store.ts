import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStoreUnavailableError, type FileStore, type StoredFile } from './store.ts'

/** The extension of incomplete files. */
const unfinished = '.part'

/**
 * Returns a store in a folder only its owner can read. A file is written under a temporary name and renamed
 * when it’s on disk, so that every name has a complete file.
 */
export const createFolderStore = (folder: string): FileStore => {
  const pathOf = (name: string): string => {
    const [module = '', file = ''] = name.split('/')
    if (!/^[a-z-]+\/[0-9a-f]{32}(\.part)?$/.test(name)) throw new Error('Not a valid stored file name.')
    // two letters keep folders small
    return join(folder, module, file.slice(0, 2), file)
  }
  return {
    put: async (name, bytes, size) => {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await writeComplete(path + unfinished, bytes, size)
        await rename(path + unfinished, path)
      } catch (error) {
        await rm(path + unfinished, { force: true })
        throw error
      }
    },
    get: async (name, start, end) => openPart(pathOf(name), start, end),
    delete: (name) => rm(pathOf(name), { force: true }),
    list: (module) => listFolder(join(folder, module), module),
  }
}

const writeComplete = async (path: string, bytes: Readable, size: number): Promise<void> => {
  // what a crashed process left under this name is overwritten
  const handle = await open(path, 'w', 0o600)
  try {
    let written = 0
    for await (const piece of bytes) {
      await handle.appendFile(piece as Buffer)
      written += (piece as Buffer).length
    }
    if (written !== size) throw new FileStoreUnavailableError('A file upload was incomplete.')
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const openPart = async (path: string, start: number, end: number): Promise<Readable> => {
  try {
    await stat(path)
  } catch (error) {
    throw new FileStoreUnavailableError('A stored file is missing from its folder.', {
      cause: error,
      isMissing: true,
    })
  }
  return createReadStream(path, { start, end })
}

/** Lists a folder’s files, incomplete ones too, because those of a crashed process must be deleted. */
async function* listFolder(folder: string, module: string): AsyncGenerator<StoredFile> {
  for (const part of await namesIn(folder))
    for (const file of await namesIn(join(folder, part))) {
      const found = await stat(join(folder, part, file)).catch(() => null)
      if (found) yield { name: `${module}/${file}`, changedAt: found.mtime }
    }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
