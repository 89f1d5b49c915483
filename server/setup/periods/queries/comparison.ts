import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import type { DocumentDifference, NotCompared } from '#contract/setup/periods/set-up.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, selectPeriod } from '#server/platform/db/scope.ts'
import { fieldChanges } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { allDocuments, documentChanges, readSaved } from '#server/setup/period-documents/index.ts'
import { presentAbout } from '../present.ts'
import { findBefore, withoutVersion } from './set-up.ts'

type PeriodRow = Awaited<ReturnType<typeof getPeriod>>

interface Comparison {
  readonly other: { id: number; name: string } | null
  readonly differences: DocumentDifference[]
  readonly unreadable: NotCompared[]
}

/** Returns the differences between the setups of two periods of a school. @throws Problem 404; 422 on `with` */
export const compareSetUp = async (
  context: Context,
  id: number,
  withId: number | undefined,
): Promise<Comparison> => {
  const period = await getPeriod(context, id)
  const other =
    withId === undefined ? await findBefore(context, period) : await selectPeriod(context, withId, 'with')
  if (!other) return { other: null, differences: [], unreadable: [] }
  if (other.school_id !== period.school_id) throw problem.selected('with')
  const [former, present] = [
    allDocuments(await readSaved(context, other.id), 'admin'),
    allDocuments(await readSaved(context, id), 'admin'),
  ]
  const unreadable = new Set([...former.unreadable, ...present.unreadable])
  const differences = [
    aboutDifference(other, period),
    ...periodDocuments
      .filter(({ kind }) => !unreadable.has(kind))
      .map(({ kind, label }) => ({
        document: kind,
        label,
        changes: documentChanges(
          kind,
          withoutVersion(former.documents[kind]),
          withoutVersion(present.documents[kind]),
        ),
      })),
  ]
  return {
    other: { id: other.id, name: other.name },
    differences: differences.filter(({ changes }) => changes.length > 0),
    unreadable: periodDocuments
      .filter(({ kind }) => unreadable.has(kind))
      .map(({ kind, label }) => ({ document: kind, label })),
  }
}

const aboutDifference = (other: PeriodRow, period: PeriodRow): DocumentDifference => {
  const { version: _former, ...before } = presentAbout(other)
  const { version: _present, ...after } = presentAbout(period)
  return {
    document: 'about',
    label: 'Policy year',
    changes: fieldChanges(before, after).map((change) => ({ ...change, field: `about.${change.field}` })),
  }
}
