/**
 * Loaded before a program (`node --import`): writes each statement that it sends as the application, once, to a file of
 * its process in `RECORDED_STATEMENTS`. Plain JavaScript, because it runs before anything else.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const folder = process.env['RECORDED_STATEMENTS'] ?? ''
const known = new Set()
const { query } = pg.Client.prototype

pg.Client.prototype.query = function record(asked, ...rest) {
  const text = typeof asked === 'string' ? asked : asked?.text
  if (typeof text === 'string' && this.user?.endsWith('_app') && !known.has(text)) {
    known.add(text)
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`)
  }
  return query.call(this, asked, ...rest)
}
