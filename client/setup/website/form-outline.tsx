import { CircleAlert, GripVertical, Plus } from 'lucide-react'
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import type { FormKind } from '#contract/setup/period-documents/form-fields.ts'
import type { FormField } from '#contract/setup/period-documents/forms.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useDragOrder } from '#client/platform/ui/drag/use-drag-order.ts'
import { useListedKeys } from '#client/platform/ui/focus/screen-keys.ts'
import { targetIndex } from '#client/platform/ui/form/list-item.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { FieldPalette, fieldLabels } from './field-palette.tsx'
import type { FieldPart, FormPart, Steps } from './form-parts.ts'
import { partNouns, type FormParts } from './use-form-parts.ts'

interface OutlineProps {
  kind: FormKind
  form: FormParts
}

const moveKeys = [{ keys: ['Alt+ArrowUp', 'Alt+ArrowDown'], label: 'Move the part up or down' }]

/** Renders the parts of a form in its order: its steps with their fields, its statements and its confirmation. */
export const FormOutline = (props: OutlineProps) => {
  const { form } = props
  const hint = useId()
  useListedKeys('Form outline', moveKeys)
  const linesOf = (kind: FormPart['kind']) =>
    form.parts
      .filter((part) => part.kind === kind)
      .map((part) => <OutlineLine key={part.id} {...props} part={part} hint={hint} />)
  return (
    <nav aria-label="Parts of the form" className="flex flex-col gap-4 rounded-card p-2 shadow-line">
      <OutlineGroup title="Steps" none={form.steps.length === 0 ? 'No steps yet.' : null}>
        <ol className="flex flex-col gap-1">
          {form.parts.flatMap((part) =>
            part.kind === 'step' ? [<OutlineStep key={part.id} {...props} part={part} hint={hint} />] : [],
          )}
        </ol>
        <Button variant="ghost" icon={Plus} disabled={form.steps.length >= 20} onClick={form.addStep}>
          Add a step
        </Button>
      </OutlineGroup>
      <OutlineGroup
        title="Statements and signature"
        none={form.attestations.length === 0 ? 'No statements yet. Students only sign.' : null}
      >
        <ol>{linesOf('statement')}</ol>
        <Button
          variant="ghost"
          icon={Plus}
          disabled={form.attestations.length >= 20}
          onClick={form.addStatement}
        >
          Add a statement
        </Button>
      </OutlineGroup>
      <OutlineGroup title="After it’s sent" none={null}>
        <ol>{linesOf('confirmation')}</ol>
      </OutlineGroup>
      <p id={hint} className="px-2 pb-1 text-label text-ink-3 coarse:hidden">
        Drag to reorder, or press Alt with ↑ or ↓.
      </p>
      <output className="sr-only">{form.said}</output>
    </nav>
  )
}

interface OutlineGroupProps {
  title: string
  none: string | null
  children: ReactNode
}

const OutlineGroup = ({ title, none, children }: OutlineGroupProps) => (
  <section className="flex flex-col items-start gap-1 [&>ol]:w-full">
    <h2 className="px-2 pt-1 text-label font-medium text-ink-3">{title}</h2>
    {none !== null && <p className="px-2 text-ink-3">{none}</p>}
    {children}
  </section>
)

type LineProps = OutlineProps & { part: FormPart; hint: string }

/** Renders a step with its fields, and the palette that adds one. */
const OutlineStep = (props: LineProps & { part: FormPart & { kind: 'step' } }) => {
  const { kind, form, part } = props
  const fields = form.parts.filter((one): one is FieldPart => one.kind === 'field' && one.step === part.index)
  return (
    <li className="flex flex-col items-start">
      <ol className="w-full">
        <OutlineLine {...props} />
        {fields.map((field) => (
          <OutlineLine key={field.id} {...props} part={field} />
        ))}
      </ol>
      <FieldPalette
        kind={kind}
        steps={form.steps}
        step={part.index}
        onAdd={(name) => form.addField(part.index, name)}
      />
    </li>
  )
}

/** Renders a part as a line: a press opens its details, a drag or Alt with an arrow key moves it. */
const OutlineLine = (props: LineProps) => {
  const { form, part } = props
  const { ref, handleRef, edge } = useDragOrder({
    kind: `form-${part.kind}`,
    accepts: part.kind === 'step' ? 'form-field' : undefined,
    id: part.id,
    axis: 'y',
    onDrop: (dragged, side) => dropAt(form, part, dragged, side),
  })
  return (
    <li
      ref={ref}
      className={cx(
        'flex items-center rounded-control',
        form.chosen?.id === part.id ? 'bg-selection' : 'hover:bg-hover',
        edge === 'before' && 'shadow-[inset_0_2px_0_0_var(--accent)]',
        edge === 'after' && 'shadow-[inset_0_-2px_0_0_var(--accent)]',
      )}
    >
      {part.kind === 'confirmation' ? (
        <span className="w-6" />
      ) : (
        <span
          ref={handleRef}
          aria-hidden
          className={cx(
            'grid h-7 shrink-0 cursor-grab place-items-center text-ink-3 active:cursor-grabbing coarse:h-10',
            part.kind === 'field' ? 'w-9 pl-4' : 'w-6',
          )}
        >
          <GripVertical size={14} />
        </span>
      )}
      <LineButton {...props} />
    </li>
  )
}

const LineButton = (props: LineProps) => {
  const { form, part, hint } = props
  const { title, detail } = lineText(props)
  const keys = part.kind !== 'confirmation' && {
    'aria-describedby': hint,
    'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    form.stepBy(part, event.key === 'ArrowUp' ? -1 : 1)?.()
  }
  return (
    <button
      type="button"
      data-part={part.id}
      aria-current={form.chosen?.id === part.id || undefined}
      {...keys}
      onKeyDown={onKeyDown}
      onClick={() => {
        form.choose(part.id)
        form.setOpen(true)
      }}
      className="flex min-h-7 min-w-0 flex-1 items-center gap-x-2 rounded-control py-1 pr-2 text-left coarse:min-h-10"
    >
      <span className={cx('line-clamp-2 min-w-0 flex-1 break-words', lineClass(part, title))}>
        {title || `Unnamed ${partNouns[part.kind]}`}
      </span>
      {detail !== '' && <span className="shrink-0 text-label text-ink-3">{detail}</span>}
      {form.isWrong(part) && <WrongMark />}
    </button>
  )
}

const lineClass = ({ kind }: FormPart, title: string): string => {
  if (title === '') return 'text-ink-3'
  return kind === 'step' ? 'font-semibold' : ''
}

const WrongMark = () => (
  <span className="shrink-0 text-danger-text">
    <CircleAlert size={14} aria-hidden />
    <span className="sr-only">Has an error</span>
  </span>
)

/** Moves a dragged part of the same kind before or after a part, and a field that is dropped on a step to its first place. */
const dropAt = (form: FormParts, target: FormPart, draggedId: string, side: 'before' | 'after'): void => {
  const dragged = form.parts.find(({ id }) => id === draggedId)
  if (!dragged || dragged.kind === 'confirmation' || target.kind === 'confirmation') return
  if (dragged.kind === 'field') dropField(form, dragged, target, side)
  else if (target.kind !== 'field') form.moveItemTo(dragged, targetIndex(dragged.index, target.index, side))
}

const dropField = (form: FormParts, dragged: FieldPart, target: FormPart, side: 'before' | 'after'): void => {
  if (target.kind === 'step') form.moveFieldTo(dragged, { step: target.index, field: 0 })
  if (target.kind !== 'field') return
  const isSameStep = dragged.step === target.step
  const place = side === 'before' ? target.field : target.field + 1
  form.moveFieldTo(dragged, {
    step: target.step,
    field: isSameStep ? targetIndex(dragged.field, target.field, side) : place,
  })
}

/** Returns what the line of a part says, and its detail at the end. */
const lineText = ({ kind, form, part }: LineProps): { title: string; detail: string } => {
  switch (part.kind) {
    case 'step':
      return stepText(form.steps[part.index], part.index)
    case 'field':
      return fieldText(kind, form.steps[part.step]?.fields[part.field])
    case 'statement':
      return { title: form.attestations[part.index]?.label ?? '', detail: '' }
    case 'confirmation':
      return { title: 'Confirmation', detail: '' }
  }
}

const stepText = (step: Steps[number] | undefined, index: number) => ({
  // an emptied title is null until it's saved
  title: step?.title ? `${index + 1}. ${step.title}` : '',
  detail: formatCount(step?.fields.length ?? 0, 'field'),
})

const fieldText = (kind: FormKind, asked: FormField | undefined) => ({
  title: asked?.label?.trim() || (fieldLabels[kind].get(asked?.name ?? '') ?? ''),
  detail: asked?.is_required === false ? 'optional' : '',
})
