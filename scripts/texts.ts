/**
 * `npm run texts [FOLDER …]`: prints every text that people can see, with its file, for reading from top to
 * bottom.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { trackedSources } from './tracked-files.ts'
import { userTextsIn } from './user-texts.ts'

const isRead = (file: string): boolean =>
  /^(client|contract|server|seeds)\//.test(file) &&
  !/\.(test|specimen)\.tsx?$|^server\/testing\/|\/factory\.ts$|\.gen\.ts$/.test(file)

const root = join(import.meta.dirname, '..')
const folders = process.argv.slice(2)
const files = trackedSources(root).filter(
  (file) => isRead(file) && (folders.length === 0 || folders.some((folder) => file.startsWith(folder))),
)

for (const file of files) {
  const texts = userTextsIn(file, readFileSync(join(root, file), 'utf8'))
  if (texts.length > 0) console.log(`\n${file}`)
  for (const { line, text } of texts) console.log(`  ${line}: ${text}`)
}
