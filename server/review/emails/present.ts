import * as z from 'zod/mini'
import { studentEmail, type StudentEmail } from '#contract/review/emails/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { mapInSteps } from '#server/platform/lib/batches.ts'
import { pick } from '#server/platform/lib/pick.ts'
import { listLayouts, presentLayout, fillLayout, type Layout } from '#server/mail/email-delivery/index.ts'
import type { EmailRow } from './queries/emails.ts'

const stored = z.pick(studentEmail, { kind: true, state: true, via: true })

/**
 * Returns an email as in its reply, with its exact content: in the layout it was sent in, or in the present one if
 * it wasn’t sent yet. The text with a one-time link is stored encrypted and stays hidden.
 */
export const presentEmail = async (context: Presenting, row: EmailRow): Promise<StudentEmail> => {
  const [email] = await presentEmails(context, [row])
  if (!email) throw new Error('The email wasn’t presented.')
  return email
}

type Presenting = Pick<Context, 'db' | 'services'>

/** Returns emails as in their replies (`presentEmail`). */
export const presentEmails = async (
  { db, services: { settings } }: Presenting,
  rows: readonly EmailRow[],
): Promise<StudentEmail[]> => {
  const inHtml = rows.filter(({ html }) => html !== null)
  const sent = new Set(inHtml.flatMap(({ layout_id: id }) => id ?? []))
  const saved = await listLayouts({ db }, [...sent])
  const present = new Map<string, Layout>()
  for (const row of inHtml)
    if (row.layout_id === null && !present.has(choiceOf(row)))
      present.set(choiceOf(row), await presentLayout({ db, settings }, row))
  const layoutOf = (row: EmailRow): Layout | undefined =>
    row.layout_id === null ? present.get(choiceOf(row)) : saved.get(row.layout_id)
  return mapInSteps(rows, (row) => presentIn(layoutOf(row), row))
}

const choiceOf = ({ school_id, language }: EmailRow): string => `${school_id} ${language}`

const presentIn = (layout: Layout | undefined, row: EmailRow): StudentEmail => ({
  ...pick(row, [
    'id',
    'subject',
    'error',
    'send_at',
    'attempts',
    'sent_at',
    'resend_of',
    'student_id',
    'student_period_id',
    'form_submission_id',
  ]),
  ...z.parse(stored, row),
  cause: row.change_id,
  html: layout && row.html !== null ? fillLayout(layout, { html: row.html, subject: row.subject }) : null,
  text: row.body,
  to: row.to_address,
  queued_at: row.created_at,
  sender: row.sender_id === null ? null : { id: row.sender_id, name: row.sender_name ?? '' },
})
