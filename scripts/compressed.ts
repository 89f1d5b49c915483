import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Every text that is served, compressed as far as it goes: once here rather than at every visit. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    // who watches builds for themselves, again and again
    if (this.meta.watchMode) return
    const texts = Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))
    await Promise.all(
      texts.map(async (file) => {
        const text = await readFile(join(dir, file))
        await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(text))
        await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(text, { level: 9 }))
      }),
    )
  },
}
