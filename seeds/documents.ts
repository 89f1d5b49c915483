import { isWaiverStatus } from './line.ts'
import type { Database } from '#server/platform/db/database.ts'
import { buildFile, type FileValues } from '#server/records/documents/factory.ts'
import type { Files } from '#server/platform/lib/files.ts'
import type { SeededRow } from './history.ts'
import { insertRows } from './insert-rows.ts'
import { drawCardBack, drawCardFront, writeLetter, type Card } from './card-images.ts'
import { seedCompanies } from './companies.ts'

interface SeedContext {
  readonly db: Database
  readonly files: Files
  readonly schoolId: number
  readonly year: number
}

/** Students of a period with documents; the next one has a pending waiver without any. */
const senders = 12

/** The documents of each student in turn: all, only the card, one side of it, none, only a letter. */
const sent: readonly (readonly ('front' | 'back' | 'letter')[])[] = [
  ['front', 'back', 'letter'],
  ['front', 'back'],
  ['front'],
  [],
  ['letter'],
]

/** Creates documents of the first students who waive, the same every time, with their history. */
export const seedDocuments = async (ground: SeedContext, rows: readonly SeededRow[]): Promise<void> => {
  const { db } = ground
  const waiving = rows.filter(({ statuses }) => isWaiverStatus(statuses.medical)).slice(0, senders)
  for (const [index, row] of waiving.entries()) {
    const card = await cardOf(db, row, index)
    for (const paper of sent[index % sent.length] ?? [])
      await add(ground, row, paperOf(paper, card, index, ground.year))
  }
}

type Paper = Pick<FileValues, 'name' | 'kind' | 'media_type' | 'bytes' | 'created_at'>

const cardOf = async (db: Database, row: SeededRow, index: number): Promise<Card> => {
  const { first_name, last_name } = await db
    .selectFrom('students')
    .select(['first_name', 'last_name'])
    .where('id', '=', row.student_id)
    .executeTakeFirstOrThrow()
  const company = seedCompanies[index % seedCompanies.length]?.name ?? 'Aetna'
  return {
    company,
    member: `${first_name} ${last_name}`,
    number: `W${100_000_000 + index * 7919}`,
    group: `G${10_000 + index * 613}`,
  }
}

const paperOf = (paper: 'front' | 'back' | 'letter', card: Card, index: number, year: number): Paper => {
  const created_at = new Date(Date.UTC(year, 8, 1 + index, 14, 7 * index)).toISOString()
  const picture = { media_type: 'image/png', created_at } as const
  if (paper === 'front')
    return { ...picture, name: 'card-front.png', kind: 'insurance_card_front', bytes: drawCardFront(card) }
  if (paper === 'back')
    return { ...picture, name: 'card-back.png', kind: 'insurance_card_back', bytes: drawCardBack(card) }
  return {
    name: 'coverage-letter.pdf',
    kind: 'coverage_letter',
    media_type: 'application/pdf',
    created_at,
    bytes: writeLetter(card.company, [
      'To whom it may concern:',
      '',
      `${card.member} is covered under group ${card.group}, member ID ${card.number}.`,
      `Coverage began on 01/01/${year} and has no end date on file.`,
      'The plan covers medical and hospital care anywhere in the United States.',
      '',
      'Member services',
    ]),
  }
}

const add = async ({ db, files, schoolId }: SeedContext, row: SeededRow, paper: Paper): Promise<void> => {
  const place = { school_id: schoolId, student_id: row.student_id, student_period_id: row.id }
  const id = await buildFile(db, files, { ...place, ...paper, author_id: null })
  const act = { at: paper.created_at, actor_id: null, cause: 'student', school_id: schoolId }
  const [change] = await insertRows(db, 'changes', [{ ...act, kind: 'file_added' }])
  const { kind, name, bytes } = paper
  const filled = { name, kind, student_period_id: row.id, size: bytes.length }
  await insertRows(db, 'history', [
    {
      ...act,
      ...place,
      change_id: change,
      kind: 'file_added',
      subject_type: 'student_file',
      subject_id: id,
      changes: JSON.stringify(
        Object.entries(filled).map(([field, after]) => ({ field, before: null, after })),
      ),
    },
  ])
}
