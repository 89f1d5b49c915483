import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { attestedLabels, attestedRules } from '#contract/setup/period-documents/attested.ts'
import type { FormKind } from '#contract/setup/period-documents/form-fields.ts'
import type { enrollForm } from '#contract/setup/period-documents/forms.ts'
import { attestationLabels, attestations } from '#contract/setup/period-documents/waiver-choices.ts'
import { capitalized } from '#contract/platform/letter-case.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { fieldLabels } from './field-palette.tsx'
import type { FieldPart, FormPart } from './form-parts.ts'
import { siteFieldsOf } from './site-text-field.tsx'
import { partNouns, type FormParts } from './use-form-parts.ts'

// the waiver form has the same fields
const f = siteFieldsOf<typeof enrollForm>()

interface DetailsProps {
  kind: FormKind
  form: FormParts
  part: FormPart
}

interface FormDetailsProps extends DetailsProps {
  /** What they’re in has the title. */
  hideTitle: boolean
}

/** Renders the fields of a part of a form, and what moves and removes it. */
export const FormDetails = ({ hideTitle, ...props }: FormDetailsProps) => {
  const { form, part } = props
  const noun = partNouns[part.kind]
  const up = form.stepBy(part, -1)
  const down = form.stepBy(part, 1)
  return (
    <section aria-label={`${capitalized(noun)} details`} className="flex min-w-0 flex-col gap-3">
      <header className="flex min-h-7 items-center gap-1">
        <h2 className={cx('mr-auto text-section font-semibold', hideTitle && 'sr-only')}>
          {capitalized(noun)}
        </h2>
        {part.kind !== 'confirmation' && (
          <>
            <IconButton
              icon={ArrowUp}
              label={`Move ${noun} up`}
              aria-disabled={!up || undefined}
              onClick={() => up?.()}
            />
            <IconButton
              icon={ArrowDown}
              label={`Move ${noun} down`}
              aria-disabled={!down || undefined}
              onClick={() => down?.()}
            />
            <IconButton icon={Trash2} label={`Remove ${noun}`} onClick={() => form.remove(part)} />
          </>
        )}
      </header>
      <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
        <PartFields key={`${part.id} ${part.path}`} {...props} />
      </div>
    </section>
  )
}

const PartFields = ({ kind, form, part }: DetailsProps) => {
  switch (part.kind) {
    case 'step':
      return (
        <>
          <f.Text name={`${part.path}.title`} label="Title" required />
          <f.SiteText name={`${part.path}.body`} label="Text" hint="Appears above the step’s fields." />
        </>
      )
    case 'field':
      return <AskedField kind={kind} form={form} part={part} />
    case 'statement':
      return <Statement kind={kind} path={part.path} />
    case 'confirmation':
      return <f.SiteText name={part.path} label="Text" hint="Students see this after they submit the form." />
  }
}

const AskedField = ({ kind, form, part }: DetailsProps & { part: FieldPart }) => {
  const { path, step, field } = part
  const usual = fieldLabels[kind].get(form.steps[step]?.fields[field]?.name ?? '') ?? ''
  const steps = form.steps.map(({ title }, index) => ({
    value: String(index),
    label: `${index + 1}. ${title || 'Unnamed step'}`,
  }))
  const moveToStep = (value: string | null): void => {
    const to = Number(value)
    if (to !== step) form.moveFieldTo(part, { step: to, field: form.steps[to]?.fields.length ?? 0 })
  }
  return (
    <>
      <p className="col-span-6 text-ink-2">
        Saved in the student’s record as <b className="font-medium text-ink">{usual}</b>.
      </p>
      <f.Text name={`${path}.label`} label="Label" placeholder={usual} hint={`Leave empty for “${usual}”.`} />
      <f.Text name={`${path}.help`} label="Help text" />
      <f.Checkbox name={`${path}.is_required`} label="Required" />
      <Field label="Step" className="col-span-6 sm:col-span-4">
        <Select options={steps} value={String(step)} onChange={moveToStep} />
      </Field>
    </>
  )
}

/** The requirements that a statement of the waiver form can answer. */
const requirements = [
  ...attestations.map((value) => ({
    value,
    label: attestationLabels[value],
    detail: 'Required attestation',
  })),
  ...attestedRules.map((value) => ({ value, label: attestedLabels[value], detail: 'Waiver rule' })),
]

const Statement = ({ kind, path }: { kind: FormKind; path: `attestations.${number}` }) => (
  <>
    <f.Textarea
      name={`${path}.label`}
      label="Statement"
      hint="Students check it before they submit the form."
      required
      rows={4}
    />
    {kind === 'waive' && (
      <f.Combobox
        name={`${path}.confirms`}
        label="Requirement it meets"
        hint="The requirement is met when the student checks this statement."
        options={requirements}
        placeholder="No requirement"
      />
    )}
  </>
)
