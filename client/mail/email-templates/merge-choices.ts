import {
  mergeFieldsOf,
  templateKindNames,
  type TemplateKindName,
} from '#contract/setup/schools/email-kinds.ts'
import { currentMergeName } from '#contract/setup/schools/merge-fields.ts'
import { replaceTokens } from '#contract/mail/email-templates/merge.ts'
import type { MergeFieldChoice } from '#client/platform/ui/rich-text/merge-field-syntax.ts'

const olderNamesOf = (name: string): readonly string[] => {
  const older = name.replace(/^student_period\./, 'student.')
  return older !== name && currentMergeName(older) === name ? [older] : []
}

/** Returns the merge fields of a kind of email for its editors, which read older names too. */
export const mergeChoicesOf = (kind: TemplateKindName): readonly MergeFieldChoice[] =>
  mergeFieldsOf(kind).map((field) => ({ ...field, olderNames: olderNamesOf(field.name) }))

const labels = new Map(templateKindNames.flatMap(mergeFieldsOf).map(({ name, label }) => [name, label]))

/** Returns a text with its merge fields by label: '{First name}' for `{{student.first_name}}`. */
export const withFieldLabels = (text: string): string =>
  replaceTokens(text, ({ name, fallback }) => {
    const label = labels.get(currentMergeName(name)) ?? name
    return fallback === null ? `{${label}}` : `{${label} or “${fallback}”}`
  })
