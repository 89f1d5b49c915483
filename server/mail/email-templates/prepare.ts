import type { TemplateKindName } from '#contract/mail/email-templates/kinds.ts'
import type { EmailText } from '#contract/mail/email-templates/shapes.ts'
import type { EmailLanguage } from '#contract/mail/emails/shapes.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { textOfHtml } from '#server/mail/emails/index.ts'
import { findContent } from './queries.ts'
import { prepareText, type PreparedText } from './rules/merge.ts'

/** Prepares a text for merging, with its plain-text part. */
export const prepareEmail = async (kind: TemplateKindName | null, text: EmailText): Promise<PreparedText> =>
  prepareText(kind, text, text.text ?? (await textOfHtml(text.html)))

/** Prepares the text that applies to a kind of email at a school. */
export const prepareTemplate = async (
  context: ScopeContext,
  kind: TemplateKindName,
  schoolId: number,
): Promise<PreparedText> => prepareEmail(kind, await findContent(context, kind, schoolId))

/** Prepares the text that applies to a kind of email in a language, or in English if it has none in that one. */
export const prepareTranslation = async (
  context: ScopeContext,
  kind: TemplateKindName,
  schoolId: number,
  language: EmailLanguage,
): Promise<{ readonly prepared: PreparedText; readonly language: EmailLanguage }> => {
  const content = await findContent(context, kind, schoolId)
  const translated = language === 'en' ? undefined : content.translations[language]
  return translated
    ? { prepared: await prepareEmail(kind, translated), language }
    : { prepared: await prepareEmail(kind, content), language: 'en' }
}

/** Prepares the text of an email about an account. It’s the same for every school. */
export const prepareAccountEmail = async (db: Database, kind: TemplateKindName): Promise<PreparedText> => {
  const ofNoSchool: ScopeContext = { db, caller: { permission: 'school_admin', school_ids: [] } }
  return prepareEmail(kind, await findContent(ofNoSchool, kind, null))
}
