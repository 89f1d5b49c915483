import { formKinds } from '#contract/review/form-submissions/choices.ts'
import { languages } from '#contract/setup/period-documents/waiver-choices.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { printInDemo } from '#server/platform/print-in-demo.ts'
import { queueEmails, sealLinkText } from '#server/mail/email-delivery/index.ts'
import {
  mergeText,
  prepareTranslation,
  timeWords,
  valuesOfPeriod,
} from '#server/mail/email-templates/index.ts'
import { siteAddress } from '#server/setup/site/index.ts'
import { getForm, getFormByToken } from '../queries/forms.ts'
import { readDraft } from './save-draft.ts'

/**
 * Emails the link of an unfinished form to the address that its student typed. Its text has nothing of the roster, and is
 * stored encrypted until it’s sent. The token stands in the fragment of the address, so that no log has it.
 * @throws Problem 404
 */
export const emailFormLink = async (
  context: AnonymousContext,
  token: string,
  to_address: string,
): Promise<void> => {
  const { db, services } = context
  const { id, period, expires_at } = await getFormByToken(context, token)
  const system = scope.asSystem(db, period.school_id)
  const { progress, form_type } = await getForm(system, id)
  if (progress === 'complete') throw problem.notFound()
  const saved = await readDraft(system, services, id)
  const wanted = languages.find((one) => one === saved['language']) ?? 'en'
  const { prepared, language } = await prepareTranslation(system, 'resume_link', period.school_id, wanted)
  const link = `${await siteAddress(context, period.id)}/${formKinds[form_type]}#form=${token}`
  printInDemo(context, `Form for ${to_address}: ${link}`)
  const { subject, html, text } = mergeText(prepared, {
    ...(await valuesOfPeriod(system, period.id, language)),
    'link.address': link,
    'link.valid_for': timeWords(30, 'days', language),
  })
  const email = { kind: 'resume_link', subject, to_address } as const
  await queueEmails(context, [
    {
      ...email,
      to_name: '',
      language,
      school_id: period.school_id,
      body_cipher: sealLinkText(services.keys, email, { html, text }),
      link_expires_at: expires_at,
    },
  ])
}
