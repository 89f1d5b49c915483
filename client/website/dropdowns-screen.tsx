import { createFileRoute, notFound } from '@tanstack/react-router'
import { foldText } from '#contract/fold-text.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ContentOf } from '#contract/document.ts'
import {
  noticePlaceLabels,
  noticePlaces,
  optionFieldLabels,
  optionFields,
  type enrollFormDropdowns,
  type OptionField,
} from '#contract/website/dropdowns.ts'
import { listOptionUses } from '#contract/website/endpoints.ts'
import type { OptionUse } from '#contract/website/option-calls.ts'
import { toneLabels, tones } from '#contract/website/parts.ts'
import { valueInWords } from '#client/common/set-up/document-words.ts'
import { formatCount } from '#client/lib/format.ts'
import { newKey } from '#client/lib/new-key.ts'
import { useAsk } from '#client/lib/query.ts'
import { DocumentScreen, usePlace } from '#client/common/set-up/document-page.tsx'
import { documentFields } from '#client/common/set-up/document-fields.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { keepFocus } from '#client/ui/keep-focus.ts'
import { pasteOptions } from './paste-options.ts'
import { HeldBy } from './held-by.tsx'
import { RenameDialog, type RenameStart } from './rename-dialog.tsx'
import { isSiteForm, siteForms, type SiteForm } from './site-forms.ts'
import { FormTabs } from './website-tabs.tsx'

// that of the waiver form has the same
const f = documentFields<typeof enrollFormDropdowns>()

const DropdownsScreen = () => {
  const { form } = Route.useParams()
  // the route lets nothing else pass
  return isSiteForm(form) ? <DropdownsOf key={form} form={form} /> : null
}

/** What may be chosen in a period, with who holds what, and what a form warns of. */
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
          {!edit.isDirty && <Button onClick={() => setRenaming({})}>Rename an option…</Button>}
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
            <FormSection key={field} title={optionFieldLabels[field]} why={whyOf(field, uses, record)}>
              {/* a renaming is read again as another list, and the field that led to it goes */}
              <div
                ref={keepFocus}
                className="contents"
                onPaste={(event) => pasteOptions(edit.form.methods, field, event)}
              >
                <OptionList field={field} uses={uses} onRename={setRenaming} />
              </div>
              <TakeOver field={field} uses={uses} />
            </FormSection>
          ))}
          <FormSection title="Notices" why="This form’s own; the lists above are shown in both forms.">
            <Notices />
          </FormSection>
        </>
      )}
    </DocumentScreen>
  )
}

/** How many records hold what is in no list. */
const whyOf = (
  field: OptionField,
  uses: readonly OptionUse[],
  record: ContentOf<typeof enrollFormDropdowns>,
): string => {
  const listed = new Set(record.options[field].map(({ value }) => foldText(value)))
  const others = uses.filter((use) => use.field === field && !listed.has(foldText(use.value)))
  const quantity = others.reduce((sum, use) => sum + use.quantity, 0)
  return quantity === 0
    ? 'In the order in which they are offered. A pasted list is taken line by line.'
    : `${formatCount(quantity, 'record')} ${quantity === 1 ? 'holds' : 'hold'} what is not in the list.`
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
      none={`Nothing to choose from: any ${field === 'graduation_year' ? 'year' : 'text'} is taken.`}
      isLines
      max={300}
      empty={() => ({ key: newKey(), value: '', is_retired: false })}
    >
      {(index) => (
        <>
          <f.Text name={`${name}.${index}.value`} label="Value" hideLabel required width="half" />
          <HeldBy field={field} index={index} uses={uses} onRename={onRename} />
          <div className="col-span-3 flex h-6 items-center sm:col-span-1 sm:h-8">
            <f.Checkbox name={`${name}.${index}.is_retired`} label="Retired" />
          </div>
        </>
      )}
    </f.List>
  )
}

/** Offers what records hold and the list does not, as options: a list need not be written by hand. */
const TakeOver = ({ field, uses }: OptionListProps) => {
  const name = `options.${field}` as const
  const { control, setValue } = f.useForm()
  const listed = useWatch({ control, name })
  const known = new Set(listed.map(({ value }) => foldText(value)))
  const missing = uses.filter((use) => use.field === field && !known.has(foldText(use.value)))
  if (missing.length === 0) return null
  const takeOver = (): void =>
    setValue(
      name,
      [...listed, ...missing.map(({ value }) => ({ key: newKey(), value, is_retired: false }))],
      { shouldDirty: true },
    )
  return (
    <div className="col-span-6">
      <Button onClick={takeOver}>Take over {formatCount(missing.length, 'value')} that records hold</Button>
    </div>
  )
}

const placeOptions = noticePlaces.map((value) => ({ value, label: noticePlaceLabels[value] }))
const toneOptions = tones.map((value) => ({ value, label: toneLabels[value] }))

const Notices = () => (
  <f.List
    name="notices"
    one="notice"
    none="No notice yet."
    fold={({ place, body }) => ({ title: noticePlaceLabels[place], detail: body && valueInWords(body) })}
    max={20}
    empty={() => ({ key: newKey(), place: noticePlaces[0], tone: tones[0], body: '' })}
  >
    {(index) => (
      <>
        <f.Select name={`notices.${index}.place`} label="Place" options={placeOptions} width="pair" />
        <f.Select name={`notices.${index}.tone`} label="Tone" options={toneOptions} width="pair" />
        <f.RichText name={`notices.${index}.body`} label="Text" />
      </>
    )}
  </f.List>
)

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/$form/dropdowns-and-notices',
)({
  // by its name alone: the forms themselves come with the screen
  beforeLoad: ({ params }) => {
    if (!/^(enroll|waiver)-form$/.test(params.form)) throw notFound()
  },
  component: DropdownsScreen,
})
