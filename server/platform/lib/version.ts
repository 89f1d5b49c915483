import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** The version of Shipmate, as in `package.json`. */
export const { version } = z.parse(
  z.object({ version: z.string() }),
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8')),
)
