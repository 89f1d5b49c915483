import { CircleCheck, CircleMinus, CirclePlus, CircleX, type LucideIcon } from 'lucide-react'
import { type ImportOutcome, type ImportRun, importOutcomes } from '#contract/review/imports/shapes.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'

const looks: Record<ImportOutcome, { label: string; icon: LucideIcon; glyph: string }> = {
  added: { label: 'Added', icon: CirclePlus, glyph: 'text-success-glyph' },
  changed: { label: 'Changed', icon: CircleCheck, glyph: 'text-info-glyph' },
  unchanged: { label: 'Unchanged', icon: CircleMinus, glyph: 'text-neutral-glyph' },
  refused: { label: 'Rejected', icon: CircleX, glyph: 'text-danger-glyph' },
}

interface TileChoice {
  readonly outcome: ImportOutcome
  readonly label: string
}

/** The tiles of an import; a copy from an earlier year only adds students or leaves them out. */
const tilesOf: Record<ImportRun['kind'], readonly TileChoice[]> = {
  csv: importOutcomes.map((outcome) => ({ outcome, label: looks[outcome].label })),
  from_period: [
    { outcome: 'added', label: 'Copied' },
    { outcome: 'unchanged', label: 'Left out' },
  ],
}

interface OutcomeTilesProps {
  run: Pick<ImportRun, 'kind' | 'counts'>
  value: ImportOutcome
  onChange: (outcome: ImportOutcome) => void
}

/** Renders the number of rows per outcome; a press shows them. */
export const OutcomeTiles = ({ run, value, onChange }: OutcomeTilesProps) => (
  <fieldset aria-label="Rows by outcome" className="grid grid-cols-2 gap-2 md:grid-cols-4 md:gap-3">
    {tilesOf[run.kind].map(({ outcome, label }) => (
      <Tile
        key={outcome}
        outcome={outcome}
        label={label}
        quantity={run.counts[outcome]}
        isShown={outcome === value}
        onShow={() => onChange(outcome)}
      />
    ))}
  </fieldset>
)

interface TileProps extends TileChoice {
  quantity: number
  isShown: boolean
  onShow: () => void
}

const Tile = ({ outcome, label, quantity, isShown, onShow }: TileProps) => {
  const { icon: Icon, glyph } = looks[outcome]
  const isLoud = outcome === 'refused' && quantity > 0
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className={cx(
        'rounded-card px-3 py-2.5 text-left transition-[background-color,box-shadow] duration-100',
        isShown
          ? 'bg-raised shadow-[0_0_0_2px_var(--accent)]'
          : 'shadow-line hover:bg-hover active:bg-pressed',
      )}
    >
      <span className="flex items-center gap-1.5 text-label font-medium text-ink-2">
        <Icon size={14} aria-hidden className={quantity > 0 ? glyph : 'text-ink-3'} />
        {label}
      </span>
      <span
        className={cx(
          'tabular mt-0.5 block text-page font-semibold',
          isLoud ? 'text-danger-text' : quantity === 0 && 'text-ink-3',
        )}
      >
        {formatNumber(quantity)}
      </span>
    </button>
  )
}
