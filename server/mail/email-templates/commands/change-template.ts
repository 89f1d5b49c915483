import { checkTemplate, textsOf } from '#contract/mail/email-templates/check.ts'
import {
  canBeTurnedOff,
  isForSchools,
  optionalKindNames,
  type TemplateKindName,
} from '#contract/setup/schools/email-kinds.ts'
import { currentMergeName } from '#contract/setup/schools/merge-fields.ts'
import { withOriginals } from '#contract/mail/email-templates/original.ts'
import { splitTokens, writeToken } from '#contract/mail/email-templates/merge.ts'
import type { EmailText, TemplateContent, TranslatedText } from '#contract/mail/email-templates/shapes.ts'
import type { EmailSettings } from '#contract/setup/schools/email-settings.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory, type Entry } from '#server/platform/history/index.ts'
import { cleanText } from '#server/platform/lib/cleaning.ts'
import { documentChanges } from '#server/setup/period-documents/index.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import { emailSettingsPart, getEmailSettings, replacePart } from '#server/setup/schools/index.ts'
import { contentOf, kindOf, lockTemplate, type TemplateRow } from '../queries/texts.ts'

const withCurrentNames = (source: string): string =>
  splitTokens(source)
    .map((part) =>
      'token' in part ? writeToken({ ...part.token, name: currentMergeName(part.token.name) }) : part.text,
    )
    .join('')

/** Cleans a text and gives its merge fields their current names. @throws Problem 422 at `path` */
export const cleanEmailText = async (
  path: string,
  { subject, html, text }: EmailText,
): Promise<EmailText> => {
  const kept = await cleanText(`${path}html`, html)
  if (kept === null) throw problem.invalid({ [`${path}html`]: 'Enter the text of this email.' })
  return {
    subject: withCurrentNames(subject),
    html: withCurrentNames(kept),
    text: text === null || text.trim() === '' ? null : withCurrentNames(text),
  }
}

const pathOf = (language: string): string => (language === 'en' ? '' : `translations.${language}.`)

/** Cleans every text of a template. @throws Problem 422 by field if one is too complex or empty */
const cleanContent = async (sent: TemplateContent): Promise<TemplateContent> => {
  const { translations: _translations, ...english } = sent
  const translations: [string, TranslatedText][] = []
  for (const [language, text] of textsOf(sent))
    if (language !== 'en')
      translations.push([
        language,
        { ...(await cleanEmailText(pathOf(language), text)), of: sent.translations[language]?.of },
      ])
  return { ...(await cleanEmailText('', english)), translations: Object.fromEntries(translations) }
}

const assertFits = (kind: TemplateKindName, content: TemplateContent): void => {
  const errors = checkTemplate(kind, content).filter(({ level }) => level === 'error')
  if (errors.length === 0) return
  throw new Problem('invalid', {
    errors: Object.fromEntries(
      errors.map(({ language, part, message }) => [`${pathOf(language)}${part}`, [message]]),
    ),
  })
}

interface TemplateChange extends TemplateContent {
  readonly version?: number | undefined
}

/** Saves the text of a template, null to follow the global one, without recording it; what it replaces can be restored. Returns the entry. */
export const writeTemplate = async (
  context: Context,
  row: TemplateRow,
  content: TemplateContent | null,
): Promise<Entry> => {
  const kind = kindOf(row)
  const isGlobal = row.school_id === null
  const after = contentOf(kind, content, isGlobal ? null : row.shared)
  const changes = documentChanges('email', contentOf(kind, row.content, row.shared), after)
  await scope
    .update(context, 'email_templates')
    .set({
      content: content === null ? null : JSON.stringify(content),
      former_content: row.content === null ? null : JSON.stringify(row.content),
      version: row.version + 1,
      updated_at: context.clock.now().toISOString(),
      updated_by: context.caller.id,
    })
    .where('email_templates.id', '=', row.id)
    .execute()
  return {
    kind: content === null && !isGlobal ? 'email_template_reset' : 'email_template_changed',
    subject: { type: 'email_template', id: row.id },
    school_id: row.school_id,
    changes,
  }
}

const store = async (context: Context, row: TemplateRow, content: TemplateContent | null): Promise<void> => {
  const entry = await writeTemplate(context, row, content)
  await recordHistory(context, { kind: entry.kind, schoolId: row.school_id, undoable: true }, [entry])
}

/** Replaces the text of a template. @throws Problem 404; 409 with the current template; 422 by field */
export const replaceTemplate = async (
  context: Context,
  id: number,
  { version, ...sent }: TemplateChange,
  {
    isGlobal,
    present,
  }: { readonly isGlobal: boolean; readonly present: (row: TemplateRow) => Promise<unknown> },
): Promise<void> => {
  // before the lock, because cleaning a long text takes a while
  const cleaned = await cleanContent(sent)
  const row = await lockTemplate(context, id, isGlobal)
  if (version !== undefined && version !== row.version) throw problem.stale(await present(row))
  const kind = kindOf(row)
  assertFits(kind, cleaned)
  const before = contentOf(kind, row.content, row.shared)
  const content = withOriginals(cleaned, before)
  const changes = documentChanges('email', before, content)
  if (changes.length === 0 && (row.content !== null || row.school_id !== null)) return
  await store(context, row, content)
}

/** Turns a kind of email on or off for a school, in its email settings. @throws Problem 422 if it’s always sent */
export const switchEmail = async (context: Context, id: number, isEnabled: boolean): Promise<void> => {
  const row = await lockTemplate(context, id, false)
  const kind = kindOf(row)
  if (row.school_id === null || !isForSchools(kind)) throw problem.notFound()
  if (!isEnabled && !canBeTurnedOff(kind))
    throw problem.invalid({
      is_enabled: 'This email is always sent. Without it, students can’t see their status.',
    })
  const settings = await getEmailSettings(context, row.school_id)
  if (settings.kinds_off.includes(kind) !== isEnabled) return
  const off = new Set(settings.kinds_off)
  if (isEnabled) off.delete(kind)
  else off.add(kind)
  const kinds = optionalKindNames.filter((name) => off.has(name))
  const changed: EmailSettings = { ...settings, kinds_off: kinds }
  await replacePart(context, row.school_id, { ...emailSettingsPart, isUndoable: true }, changed)
}

/** Removes a school’s own text, so that the global text applies again. @throws Problem 404 */
export const resetTemplate = async (context: Context, id: number): Promise<void> => {
  const row = await lockTemplate(context, id, false)
  if (row.content === null) return
  await store(context, row, null)
}
