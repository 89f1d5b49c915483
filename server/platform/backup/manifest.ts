import * as z from 'zod/mini'
import { BackupError } from './archive.ts'

/** The version of the layout of a backup. */
export const layoutVersion = 1

/** The first file of a backup: what it is, and what must be known before its content is loaded. */
export const manifest = z.object({
  layout: z.literal(layoutVersion),
  /** The version of Shipmate that made it. */
  version: z.string(),
  /** The moment that it shows, ISO 8601. */
  at: z.string(),
  migrations: z.object({ ours: z.array(z.string()), queue: z.int() }),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
  /** The saved seals of before that moment; '' without any. */
  anchors: z.string(),
  /** The text of `secrets.json`, if it was asked for. */
  secrets: z.nullable(z.string()),
})
export type Manifest = z.output<typeof manifest>

/** The last file of a backup: what has to be in it. A backup without it was cut off. */
export const contents = z.object({
  tables: z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() })),
  files: z.record(z.string(), z.object({ size: z.int(), sha256: z.string() })),
  /** Files that rows name and the store doesn’t have. */
  missing: z.array(z.string()),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
})
export type Contents = z.output<typeof contents>

/** Reads the first or the last file of a backup. @throws BackupError */
export const readPart = <S extends z.ZodMiniType>(schema: S, bytes: Buffer): z.output<S> => {
  const parsed = schema.safeParse(JSON.parse(bytes.toString()))
  if (!parsed.success)
    throw new BackupError(
      'The backup was made by a newer version of Shipmate. Use that version or a later one.',
    )
  return parsed.data
}
