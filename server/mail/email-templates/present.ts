import { isForSchools, templateKinds } from '#contract/setup/schools/email-kinds.ts'
import type { GlobalTemplate, SchoolTemplate } from '#contract/mail/email-templates/shapes.ts'
import type { languages } from '#contract/setup/period-documents/waiver-choices.ts'
import { pick } from '#server/platform/lib/pick.ts'
import { contentOf, kindOf, type TemplateRow } from './queries/texts.ts'

const savedPart = (row: TemplateRow) => {
  const kind = kindOf(row)
  return {
    ...pick(row, ['id', 'version', 'updated_at']),
    kind,
    name: templateKinds[kind].label,
    ...contentOf(kind, row.content, row.shared),
    updated_by: row.editor,
  }
}

/** Returns a global template with the schools that have their own text. */
export const presentGlobal = (
  row: TemplateRow,
  overriddenBy: GlobalTemplate['overridden_by'],
): GlobalTemplate => ({
  ...savedPart(row),
  overridden_by: overriddenBy,
})

/** Returns a school’s template with the languages that it needs. */
export const presentOfSchool = (
  row: TemplateRow & { readonly school_id: number },
  needed: readonly (typeof languages)[number][],
): SchoolTemplate => {
  const saved = savedPart(row)
  return {
    ...saved,
    school_id: row.school_id,
    is_overridden: row.content !== null,
    is_enabled: isForSchools(saved.kind) && !(row.kinds_off ?? []).includes(saved.kind),
    languages: [...needed],
  }
}
