import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { FilesAwayError, type FileStore, type StoredFile } from './store.ts'

/** What is not in whole yet. */
const unfinished = '.part'

/**
 * A folder of our own, readable by its owner alone. A file is written beside its place and moved there once it is on
 * the disk, so that a name always holds a whole file.
 */
export const createFolderStore = (folder: string): FileStore => {
  const pathOf = (name: string): string => {
    const [room = '', file = ''] = name.split('/')
    if (!/^[a-z-]+\/[0-9a-f]{32}(\.part)?$/.test(name)) throw new Error('This is no name of a stored file.')
    // two letters keep folders small
    return join(folder, room, file.slice(0, 2), file)
  }
  return {
    put: async (name, bytes, size) => {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await writeWhole(path + unfinished, bytes, size)
        await rename(path + unfinished, path)
      } catch (error) {
        await rm(path + unfinished, { force: true })
        throw error
      }
    },
    get: async (name, start, end) => openPart(pathOf(name), start, end),
    delete: (name) => rm(pathOf(name), { force: true }),
    list: (room) => listFolder(join(folder, room), room),
  }
}

const writeWhole = async (path: string, bytes: Readable, size: number): Promise<void> => {
  const handle = await open(path, 'wx', 0o600)
  try {
    let written = 0
    for await (const piece of bytes) {
      await handle.appendFile(piece as Buffer)
      written += (piece as Buffer).length
    }
    if (written !== size) throw new FilesAwayError('A file did not come in whole.')
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const openPart = async (path: string, start: number, end: number): Promise<Readable> => {
  try {
    await stat(path)
  } catch (error) {
    throw new FilesAwayError('A stored file is not in its folder.', { cause: error })
  }
  return createReadStream(path, { start, end })
}

/** Unfinished files are listed too: those of a process that died are nobody's. */
async function* listFolder(folder: string, room: string): AsyncGenerator<StoredFile> {
  for (const part of await namesIn(folder))
    for (const file of await namesIn(join(folder, part))) {
      const found = await stat(join(folder, part, file)).catch(() => null)
      if (found) yield { name: `${room}/${file}`, changedAt: found.mtime }
    }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
