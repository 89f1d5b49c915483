import type { Context } from '../context.ts'
import { takeBackFiles } from '../documents/index.ts'
import { takeBackCompanies } from '../insurance-companies/index.ts'
import { takeBackNotes } from '../notes/index.ts'
import { takeBackSchoolFiles } from '../schools/index.ts'
import { takeBackOptions, takeBackPages } from '../website/index.ts'
import type { ActEntry, LeftAlone, TakeBack, TakenBack } from './taking-back.ts'

/** The rooms that take their part of an act back by themselves. */
const rooms: readonly TakeBack[] = [
  takeBackNotes,
  takeBackFiles,
  takeBackSchoolFiles,
  takeBackCompanies,
  takeBackOptions,
  takeBackPages,
]

/** Takes back what an act did to records beside the student and the student-periods. */
export const takeBackOthers = async (
  context: Context,
  changeId: number,
  entries: readonly ActEntry[],
): Promise<TakenBack> => {
  const [recorded, left]: [TakenBack['entries'][number][], LeftAlone[]] = [[], []]
  for (const takeBack of rooms) {
    const done = await takeBack(context, changeId, entries)
    recorded.push(...done.entries)
    left.push(...done.left)
  }
  return { entries: recorded, left }
}
