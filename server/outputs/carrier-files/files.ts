import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import {
  closeInterchange,
  closeTransaction,
  openInterchange,
  openTransaction,
  type Envelope,
} from '#server/platform/lib/x12/envelope.ts'
import { headerSegments } from '#server/platform/lib/x12/enrollment.ts'
import { usualDelimiters, writeSegments } from '#server/platform/lib/x12/syntax.ts'
import { problem } from '#server/platform/problem.ts'
import { openMember } from './rules/member-state.ts'
import { settingsOf, type FileRecord } from './queries/records.ts'
import { transactionSets, type TransactionSet } from './rules/transaction-sets.ts'

/** Students per batch. */
const batchSize = 500

/**
 * Returns the text of a released file in pieces, the same each time. It’s read while it’s sent, after the call’s own
 * transaction.
 * @throws Problem 404 before it’s released
 */
export async function* readFileText(context: Context, file: FileRecord): AsyncGenerator<string> {
  const envelope = envelopeOf(file)
  const sets = z.parse(transactionSets, file.sets)
  yield openInterchange(envelope, '834')
  for (const [index, set] of sets.entries()) {
    const transaction = { type: '834', control: String(index + 1).padStart(4, '0') } as const
    const head = headerSegments(headerOf(file, envelope, set, sets.length > 1 ? `-${index + 1}` : ''))
    yield openTransaction(transaction) + writeSegments(head, usualDelimiters)
    yield* readMembers(context, file, sets[index - 1]?.last_position ?? 0, set.last_position)
    yield closeTransaction(transaction, head.length + set.segments)
  }
  yield closeInterchange(envelope, sets.length)
}

/** Yields the segments of the students after one position up to another. */
async function* readMembers(
  { services, caller }: Context,
  file: FileRecord,
  after: number,
  last: number,
): AsyncGenerator<string> {
  for (let from = after; from < last; from += batchSize) {
    const rows = await scope
      .carrierFileMembers({ db: services.db, caller })
      .select(['carrier_file_members.student_period_id', 'carrier_file_members.cipher'])
      .where('carrier_file_members.file_id', '=', file.id)
      .where('carrier_file_members.position', '>', from)
      .where('carrier_file_members.position', '<=', Math.min(from + batchSize, last))
      .orderBy('carrier_file_members.position')
      .execute()
    yield rows
      .map(({ student_period_id: studentPeriodId, cipher }) => {
        return openMember(services.keys, { fileId: file.id, studentPeriodId }, cipher).said
      })
      .join('')
  }
}

const envelopeOf = ({ control_number: control, released_at: at, ...file }: FileRecord): Envelope => {
  if (control === null || at === null) throw problem.notFound()
  const { sender, receiver, is_test: isTest } = file
  return { sender, receiver, control, at: new Date(at), isTest }
}

/** Returns what a transaction set says before its members. `suffix` tells its reference from those of the others. */
const headerOf = (
  file: FileRecord,
  { control, at }: Envelope,
  { subscribers, dependents }: TransactionSet,
  suffix: string,
) => {
  const settings = settingsOf(file)
  const { administrator_name: name, administrator_id: id } = settings
  return {
    reference: String(control).padStart(9, '0') + suffix,
    at,
    action: file.kind === 'full' ? '4' : '2',
    policy: settings.policy_number,
    effective: file.as_of,
    subscribers,
    dependents,
    sponsor: { name: file.school_name, id: settings.sponsor_ein.replace('-', '') },
    payer: { name: settings.carrier_name, id: settings.carrier_id },
    administrator: id === null ? null : { name: name ?? '', id },
  } as const
}
