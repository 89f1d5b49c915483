import { createFileRoute, notFound } from '@tanstack/react-router'
import { foldText } from '#contract/platform/fold-text.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ContentOf } from '#contract/platform/document.ts'
import {
  noticePlaceLabels,
  noticePlaces,
  optionFieldLabels,
  optionFields,
  type enrollFormDropdowns,
  type OptionField,
} from '#contract/setup/period-documents/dropdowns.ts'
import { listOptionUses, type OptionUse } from '#contract/records/options/endpoints.ts'
import { toneLabels, tones } from '#contract/setup/period-documents/parts.ts'
import { valueInWords } from '#client/platform/history/document-text.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { DocumentScreen, usePlace } from '#client/setup/period-documents/document-page.tsx'
import { documentFields } from '#client/setup/period-documents/document-fields.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { pasteOptions } from './paste-options.ts'
import { OptionUsage } from './option-usage.tsx'
import { RenameDialog, type RenameStart } from './rename-dialog.tsx'
import { isSiteForm, siteForms, type SiteForm } from './site-forms.ts'
import { sitePathOf, ViewSite } from './student-site.tsx'
import { FormTabs } from './website-tabs.tsx'

// the waiver form has the same fields
const f = documentFields<typeof enrollFormDropdowns>()

const DropdownsScreen = () => {
  const { form } = Route.useParams()
  // the route only accepts valid values
  return isSiteForm(form) ? <DropdownsOf key={form} form={form} /> : null
}

/** Renders the options of a period with their use counts, and the notices of a form. */
const DropdownsOf = ({ form }: { form: SiteForm }) => {
  const { period } = usePlace()
  const { data: uses = [] } = useAsk(listOptionUses, { params: { id: period } })
  const [renaming, setRenaming] = useState<RenameStart | null>(null)
  return (
    <DocumentScreen
      document={siteForms[form].dropdowns}
      tabs={<FormTabs form={form} />}
      refreshes={[listOptionUses]}
      renderActions={({ edit, record, refetch }) => (
        <>
          <ViewSite periodId={period} path={sitePathOf(siteForms[form].kind)} />
          {!edit.isDirty && <Button onClick={() => setRenaming({})}>Rename option…</Button>}
          {renaming && (
            <RenameDialog
              periodId={period}
              options={record.options}
              start={renaming}
              onRenamed={() => void refetch()}
              onClose={() => setRenaming(null)}
            />
          )}
        </>
      )}
    >
      {({ edit, record }) => (
        <>
          {optionFields.map((field) => (
            <FormSection key={field} title={optionFieldLabels[field]} why={hintOf(field, uses, record)}>
              {/* renaming loads a new list, and the field that opened it is removed */}
              <div
                data-focus-group
                className="contents"
                onPaste={(event) => pasteOptions(edit.form.methods, field, event)}
              >
                <OptionList field={field} uses={uses} onRename={setRenaming} />
              </div>
              <AddFromRecords field={field} uses={uses} />
            </FormSection>
          ))}
          <Notices />
        </>
      )}
    </DocumentScreen>
  )
}

/** Returns the hint of a list, or how many records have a value that isn't in it. */
const hintOf = (
  field: OptionField,
  uses: readonly OptionUse[],
  record: ContentOf<typeof enrollFormDropdowns>,
): string => {
  const listed = new Set(record.options[field].map(({ value }) => foldText(value)))
  const others = uses.filter((use) => use.field === field && !listed.has(foldText(use.value)))
  const quantity = others.reduce((sum, use) => sum + use.quantity, 0)
  return quantity === 0
    ? 'Drag to reorder. Students see this order. You can paste a list with one option per line.'
    : `${formatCount(quantity, 'record')} ${quantity === 1 ? 'has a value' : 'have values'} that ${quantity === 1 ? 'isn’t' : 'aren’t'} in this list.`
}

interface OptionListProps {
  field: OptionField
  uses: readonly OptionUse[]
}

const nouns: Record<OptionField, string> = {
  program: 'program',
  campus: 'campus',
  rotation_location: 'rotation location',
  graduation_year: 'class year',
  loa_reason: 'reason',
}

const OptionList = ({
  field,
  uses,
  onRename,
}: OptionListProps & { onRename: (start: RenameStart) => void }) => {
  const name = `options.${field}` as const
  return (
    <f.List
      name={name}
      one={nouns[field]}
      none={
        field === 'graduation_year'
          ? 'No options yet. Students can enter any year.'
          : 'No options yet. Students can enter any text.'
      }
      isLines
      max={300}
      empty={() => ({ key: newKey(), value: '', is_retired: false })}
    >
      {(index) => (
        <>
          <f.Text name={`${name}.${index}.value`} label="Value" hideLabel required width="half" />
          <OptionUsage field={field} index={index} uses={uses} onRename={onRename} />
          <div className="col-span-3 flex h-6 items-center sm:col-span-1 sm:h-8">
            <f.Checkbox name={`${name}.${index}.is_retired`} label="Inactive" />
          </div>
        </>
      )}
    </f.List>
  )
}

/** Renders a button that adds the values of student records that the list doesn't have. */
const AddFromRecords = ({ field, uses }: OptionListProps) => {
  const name = `options.${field}` as const
  const { control, setValue } = f.useForm()
  const listed = useWatch({ control, name })
  const known = new Set(listed.map(({ value }) => foldText(value)))
  const missing = uses.filter((use) => use.field === field && !known.has(foldText(use.value)))
  if (missing.length === 0) return null
  const addMissing = (): void =>
    setValue(
      name,
      [...listed, ...missing.map(({ value }) => ({ key: newKey(), value, is_retired: false }))],
      { shouldDirty: true },
    )
  return (
    <div className="col-span-6">
      <Button onClick={addMissing}>Add {formatCount(missing.length, 'value')} from student records</Button>
    </div>
  )
}

const placeOptions = noticePlaces.map((value) => ({ value, label: noticePlaceLabels[value] }))
const toneOptions = tones.map((value) => ({ value, label: toneLabels[value] }))

const Notices = () => (
  <FormSection
    title="Notices"
    why="Notices appear only on this form. The dropdowns above are used on both forms."
  >
    <f.List
      name="notices"
      one="notice"
      none="No notices yet."
      fold={({ place, body }) => ({ title: noticePlaceLabels[place], detail: body && valueInWords(body) })}
      max={20}
      empty={() => ({ key: newKey(), place: noticePlaces[0], tone: tones[0], body: '' })}
    >
      {(index) => (
        <>
          <f.Select name={`notices.${index}.place`} label="Location" options={placeOptions} width="pair" />
          <f.Select name={`notices.${index}.tone`} label="Style" options={toneOptions} width="pair" />
          <f.RichText name={`notices.${index}.body`} label="Text" />
        </>
      )}
    </f.List>
  </FormSection>
)

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/$form/dropdowns-and-notices',
)({
  // by name only: the forms load with the screen
  beforeLoad: ({ params }) => {
    if (!/^(enroll|waiver)-form$/.test(params.form)) throw notFound()
  },
  component: DropdownsScreen,
})
