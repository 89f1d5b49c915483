import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import type { Envelope } from '../lib/x12/envelope.ts'
import { closeInterchange, openInterchange } from '../lib/x12/envelope.ts'
import { headerSegments } from '../lib/x12/enrollment.ts'
import { usualDelimiters, writeSegments } from '../lib/x12/syntax.ts'
import { problem } from '../problem.ts'
import { openMember } from './member-cipher.ts'
import { settingsOf, type FileRecord } from './file-record.ts'

/** Members per batch. */
const batchSize = 500

const transaction = { type: '834', control: '0001' } as const

/**
 * Returns the text of a released file in pieces, the same each time. It’s read while it’s sent, after the call’s own
 * transaction.
 * @throws Problem 404 before it’s released
 */
export async function* readFileText({ services, caller }: Context, file: FileRecord): AsyncGenerator<string> {
  const envelope = envelopeOf(file)
  const head = headerSegments(headerOf(file, envelope))
  yield openInterchange(envelope, transaction) + writeSegments(head, usualDelimiters)
  for (let after = 0; ;) {
    const rows = await scope
      .carrierFileMembers({ db: services.db, caller })
      .select(['carrier_file_members.student_period_id', 'carrier_file_members.cipher'])
      .where('carrier_file_members.file_id', '=', file.id)
      .where('carrier_file_members.position', '>', after)
      .where('carrier_file_members.position', '<=', after + batchSize)
      .orderBy('carrier_file_members.position')
      .execute()
    yield rows
      .map(({ student_period_id: studentPeriodId, cipher }) => {
        return openMember(services.keys, { fileId: file.id, studentPeriodId }, cipher).said
      })
      .join('')
    after += batchSize
    if (rows.length < batchSize) break
  }
  yield closeInterchange(envelope, transaction, head.length + file.segments)
}

const envelopeOf = ({ control_number: control, released_at: at, ...file }: FileRecord): Envelope => {
  if (control === null || at === null) throw problem.notFound()
  const { sender, receiver, is_test: isTest } = file
  return { sender, receiver, control, at: new Date(at), isTest }
}

const headerOf = (file: FileRecord, { control, at }: Envelope) => {
  const settings = settingsOf(file)
  const { administrator_name: name, administrator_id: id } = settings
  return {
    reference: String(control).padStart(9, '0'),
    at,
    action: file.kind === 'full' ? '4' : '2',
    policy: settings.policy_number,
    effective: file.as_of,
    subscribers: file.subscribers,
    dependents: file.dependents,
    sponsor: { name: file.school_name, id: settings.sponsor_ein.replace('-', '') },
    payer: { name: settings.carrier_name, id: settings.carrier_id },
    administrator: id === null ? null : { name: name ?? '', id },
  } as const
}
