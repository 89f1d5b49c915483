import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { carrierFile, isComplete, type CompleteSettings } from '#contract/outputs/carrier-files/settings.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { FileSource } from './read-records.ts'

export type FileRecord = Selectable<DB['carrier_files']>

/** Returns the settings that a file was started with. */
export const settingsOf = ({ settings: saved }: Pick<FileRecord, 'settings'>): CompleteSettings => {
  const settings = z.parse(carrierFile.content, saved)
  if (!isComplete(settings)) throw new Error('A carrier file was started without its settings.')
  return settings
}

/** Returns what a file’s records are read for. */
export const sourceOf = (file: FileRecord): FileSource => ({
  period_id: file.period_id,
  receiver: file.receiver,
  settings: settingsOf(file),
})
