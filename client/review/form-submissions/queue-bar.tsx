import { CircleAlert, CircleCheck, Layers, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { queueNames, type QueueName } from '#contract/review/form-submissions/choices.ts'
import { queues } from '#contract/review/form-submissions/queues.ts'
import type { QueueQuantities } from '#contract/review/form-submissions/review-shapes.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import type { FormsSearch } from './review-search.ts'

type Severity = (typeof queues)[QueueName]['severity']

const look: Record<Severity, { readonly icon?: LucideIcon; readonly color: string }> = {
  danger: { icon: CircleAlert, color: 'text-danger-glyph' },
  warning: { icon: TriangleAlert, color: 'text-warning-glyph' },
  success: { icon: CircleCheck, color: 'text-success-glyph' },
  info: { color: 'text-ink' },
}

/** Not part of deciding forms, and not used in every policy year. */
const qualityNames = ['second_review', 'disagreements'] as const satisfies readonly QueueName[]
const names = queueNames.filter((name) => !qualityNames.some((one) => one === name))

/** Plan changes are rare: their queue appears with the first one. */
const isShown = (name: QueueName, queue: QueueName | 'all', counts: QueueQuantities | undefined): boolean =>
  name !== 'plan_changes' || queue === name || (counts?.plan_changes ?? 0) > 0

interface QueueBarProps {
  queue: QueueName | 'all'
  counts: QueueQuantities | undefined
  onQueue: (queue: FormsSearch['queue']) => void
}

interface LineProps {
  /** In which order the forms are, as a sentence. */
  order: string
  /** Links that end the line. */
  children: ReactNode
}

/** Renders the queues as toggle buttons with their counts, one pressed, and what the pressed one means. */
export const QueueBar = ({ queue, counts, onQueue, order, children }: QueueBarProps & LineProps) => (
  <div className="shrink-0 border-b border-line pt-2.5 pb-2">
    <fieldset
      aria-label="Queues"
      className="flex min-w-0 gap-1.5 overflow-x-auto px-3 py-px [scrollbar-width:thin]"
    >
      {names
        .filter((name) => isShown(name, queue, counts))
        .map((name) => (
          <Callout
            key={name}
            label={queues[name].label}
            severity={queues[name].severity}
            count={counts?.[name]}
            isPressed={queue === name}
            onPress={() => onQueue(name)}
          />
        ))}
      <Callout
        label="All forms"
        severity="info"
        isAll
        isPressed={queue === 'all'}
        onPress={() => onQueue('all')}
      />
    </fieldset>
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-4 pt-2">
      <p className="text-label text-ink-2">
        {queue === 'all' ? 'Every form of this policy year.' : queues[queue].meaning} {order}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <QualityQueues queue={queue} counts={counts} onQueue={onQueue} />
        {children}
      </div>
    </div>
  </div>
)

/** Renders the queues of the quality review that have forms, beside what the pressed queue means. */
const QualityQueues = ({ queue, counts, onQueue }: QueueBarProps) => {
  const shown = qualityNames.filter((name) => queue === name || (counts?.[name] ?? 0) > 0)
  if (shown.length === 0) return null
  return (
    <fieldset aria-label="Quality review" className="flex flex-wrap items-center gap-1.5">
      {shown.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={queue === name}
          onClick={() => onQueue(name)}
          className={cx(
            'flex h-6 items-center gap-1.5 rounded-control px-2 text-label text-ink-2 transition-colors duration-100 coarse:h-9',
            queue === name
              ? 'bg-selection text-ink shadow-[0_0_0_1.5px_var(--accent)]'
              : 'bg-raised shadow-line hover:bg-hover',
          )}
        >
          {queues[name].label}
          <span className="tabular font-semibold text-ink">{formatNumber(counts?.[name] ?? 0)}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** Scrolls the row of queues to the pressed one, if not all fit. */
const showInRow = (button: HTMLButtonElement | null): void =>
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

interface CalloutProps {
  label: string
  severity: Severity
  /** Undefined while it loads. */
  count?: number | undefined
  /** Whether it shows all forms, which has no count. */
  isAll?: boolean
  isPressed: boolean
  onPress: () => void
}

const Callout = (props: CalloutProps) => {
  const { label, count, isPressed, onPress } = props
  return (
    <button
      ref={isPressed ? showInRow : null}
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className={cx(
        'flex min-w-20 shrink-0 grow flex-col justify-between gap-0.5 rounded-card px-2 py-1.5 text-left transition-colors duration-100 coarse:py-2',
        isPressed
          ? 'bg-selection shadow-[0_0_0_1.5px_var(--accent)]'
          : 'bg-raised shadow-line hover:bg-hover',
      )}
    >
      <span className="flex h-5 items-center gap-1">
        <Count {...props} />
      </span>
      <span className={cx('text-label whitespace-nowrap', count === 0 ? 'text-ink-3' : 'text-ink-2')}>
        {label}
      </span>
    </button>
  )
}

/** Renders the count with the sign of its severity; zero is muted. */
const Count = ({ severity, count, isAll = false }: CalloutProps) => {
  const { icon: Icon, color } = look[severity]
  if (isAll) return <Layers size={15} aria-hidden className="text-ink-2" />
  if (count === undefined) return <Skeleton className="h-3 w-6" />
  if (count === 0) return <span className="tabular text-section font-normal text-ink-3">0</span>
  return (
    <>
      {Icon && <Icon size={14} strokeWidth={2.25} aria-hidden className={color} />}
      <span className="tabular text-section font-semibold text-ink">{formatNumber(count)}</span>
    </>
  )
}
