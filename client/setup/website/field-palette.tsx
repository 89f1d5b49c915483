import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import { foldText } from '#contract/platform/fold-text.ts'
import {
  formFieldsOf,
  type FormFieldChoice,
  type FormKind,
} from '#contract/setup/period-documents/form-fields.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { focusByArrows } from '#client/platform/ui/focus/focus-by-arrows.ts'
import { Popover } from '#client/platform/ui/overlays/popover.tsx'
import { groupLabelClass, optionClass } from '#client/platform/ui/overlays/popup.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import type { Steps } from './form-parts.ts'

const labelsOf = (kind: FormKind): ReadonlyMap<string, string> =>
  new Map(formFieldsOf(kind).map(({ name, field }) => [name, field.label]))

/** The record’s labels of the fields that a form can ask for, by name. */
export const fieldLabels = { enroll: labelsOf('enroll'), waive: labelsOf('waive') }

interface FieldPaletteProps {
  kind: FormKind
  steps: Steps
  /** The step that a field is added to. */
  step: number
  onAdd: (name: string) => void
}

/** Renders a button that opens the fields that a form can ask for, in groups; a press adds one at the end of the step. */
export const FieldPalette = ({ kind, steps, step, onAdd }: FieldPaletteProps) => {
  const [isOpen, setOpen] = useState(false)
  const isFull = (steps[step]?.fields.length ?? 0) >= 80
  const add = (name: string): void => {
    setOpen(false)
    onAdd(name)
  }
  const title = steps[step]?.title || `step ${step + 1}`
  return (
    <Popover
      label={`Fields to add to ${title}`}
      open={isOpen}
      onOpenChange={setOpen}
      className="flex w-80 flex-col"
      trigger={
        <Button
          variant="ghost"
          size="sm"
          icon={Plus}
          disabled={isFull}
          aria-label={`Add a field to ${title}`}
          className="ml-7"
        >
          Add a field
        </Button>
      }
    >
      {isOpen && <Choices kind={kind} steps={steps} onAdd={add} />}
    </Popover>
  )
}

type ChoicesProps = Pick<FieldPaletteProps, 'kind' | 'steps' | 'onAdd'>

const Choices = ({ kind, steps, onAdd }: ChoicesProps) => {
  const [typed, setTyped] = useState('')
  const text = foldText(typed)
  const found = formFieldsOf(kind).filter((one) =>
    foldText(`${one.field.label} ${groupOf(one)}`).includes(text),
  )
  const taken = new Set(steps.flatMap(({ fields }) => fields.map(({ name }) => name)))
  return (
    <div ref={arrowKeys} className="flex min-h-0 flex-col">
      <div className="border-b border-line p-2">
        <SearchInput value={typed} onChange={setTyped} placeholder="Search fields" />
      </div>
      <div className="max-h-80 min-h-0 overflow-y-auto p-1">
        {found.length === 0 && <p className="px-2 py-2 text-ink-3">No field has this name.</p>}
        {[...Map.groupBy(found, groupOf)].map(([group, fields]) => (
          <section key={group} aria-label={group}>
            <h3 className={groupLabelClass}>{group}</h3>
            {fields.map(({ name, field }) => (
              <FieldChoice
                key={name}
                label={field.label}
                isTaken={taken.has(name)}
                onChoose={() => onAdd(name)}
              />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

const arrowKeys = focusByArrows('input, [data-choice]:enabled')

interface FieldChoiceProps {
  label: string
  isTaken: boolean
  onChoose: () => void
}

const FieldChoice = ({ label, isTaken, onChoose }: FieldChoiceProps) => (
  <button
    type="button"
    data-choice
    disabled={isTaken}
    onClick={onChoose}
    className={cx(optionClass, isTaken ? 'text-ink-3' : 'hover:bg-hover focus-visible:bg-hover')}
  >
    <span className="min-w-0 flex-1">{label}</span>
    {isTaken && (
      <span className="flex shrink-0 items-center gap-1 text-label">
        <Check size={14} aria-hidden />
        On the form
      </span>
    )}
  </button>
)

/** Returns the heading that a field is listed under. */
const groupOf = ({ group, field: { line } }: FormFieldChoice): string =>
  line ? `${coverageLabels[line.coverage]} insurance` : group
