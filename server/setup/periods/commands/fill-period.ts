import * as z from 'zod/mini'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import type { Context } from '#server/platform/context.ts'
import { lockPeriod, scope, selectPeriod } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { ownColumnsOf, readSaved } from '#server/setup/period-documents/index.ts'
import { copyPages, listPages, writeSetup, type SetupWrite } from '#server/setup/website/index.ts'
import { shiftDates } from '../rules/shift-dates.ts'
import { starterSet } from '../rules/starter.ts'

type PeriodRow = Awaited<ReturnType<typeof lockPeriod>>

interface Filling {
  readonly document: PeriodDocument
  readonly content: Readonly<Record<string, unknown>>
}

/**
 * Fills the sections of a draft that no one has saved: from another policy year of the school, with dates moved by the years
 * between the two and with its custom pages if the draft has none, or from the standard forms and pages. Returns how many;
 * undo empties them.
 * @throws Problem 404; 409 if it isn’t a draft; 422 on the source
 */
export const fillPeriod = async (context: Context, id: number, sourceId: number | null): Promise<number> => {
  const period = await lockPeriod(context, id)
  if (period.state !== 'draft') throw problem.stale(null, 'Only a draft can be filled.')
  const from = sourceId === null ? starterSet : await contentsOf(context, period, sourceId)
  const saved = await readSaved(context, id)
  const copied = sourceId === null ? [] : await copyAbsentPages(context, id, sourceId)
  const writes = [...from.filter(({ document }) => saved(document)?.version === 0), ...copied]
  if (writes.length === 0) return 0
  await writeSetup(context, period, writes)
  if (sourceId !== null) await setSource(context, id, sourceId)
  return writes.length
}

const contentsOf = async (context: Context, period: PeriodRow, sourceId: number): Promise<Filling[]> => {
  const source = await selectPeriod(context, sourceId, 'copy_from_period_id')
  if (source.school_id !== period.school_id || source.id === period.id)
    throw problem.selected('copy_from_period_id')
  const years = Number(period.starts_on.slice(0, 4)) - Number(source.starts_on.slice(0, 4))
  const read = await readSaved(context, sourceId)
  return periodDocuments.flatMap((document: PeriodDocument): Filling[] => {
    const { version = 0, ...content } = read(document) ?? {}
    if (version === 0) return []
    const own = Object.fromEntries(ownColumnsOf(document.kind).map((column) => [column, period[column]]))
    const moved = z.parse(z.record(z.string(), z.unknown()), shiftDates(content, years))
    return [{ document, content: { ...moved, ...own } }]
  })
}

const copyAbsentPages = async (context: Context, id: number, sourceId: number): Promise<SetupWrite[]> => {
  if ((await listPages(context, id)).length > 0) return []
  return (await copyPages(context, sourceId, id)).map((copied) => ({ copied }))
}

/** Notes where the setup is from: its texts are compared with that year. */
const setSource = async (context: Context, id: number, sourceId: number): Promise<void> => {
  await scope
    .update(context, 'periods')
    .set({ copied_from_period_id: sourceId })
    .where('id', '=', id)
    .where('copied_from_period_id', 'is', null)
    .execute()
}
