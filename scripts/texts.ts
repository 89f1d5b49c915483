/**
 * `npm run texts [FOLDER …]`: prints every text that people can see, with its file, for reading from top to
 * bottom.
 */
import { join } from 'node:path'
import { trackedSources } from './tracked-files.ts'
import { readUserTexts } from './voice.ts'

const root = join(import.meta.dirname, '..')
const folders = process.argv.slice(2)
const files = trackedSources(root).filter(
  (file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)),
)

let last = ''
for (const { file, line, text } of readUserTexts(root, files)) {
  if (file !== last) console.log(`\n${file}`)
  console.log(`  ${line}: ${text}`)
  last = file
}
