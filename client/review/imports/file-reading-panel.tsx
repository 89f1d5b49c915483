import { useId, useState } from 'react'
import { delimiters, encodings } from '#contract/platform/text-files.ts'
import { addressGroups, dateOrders } from '#contract/review/imports/choices.ts'
import type { CellOfFile, ProposedReading } from '#contract/review/imports/shapes.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { controlClass, lineClass } from '#client/platform/ui/controls/control.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import {
  addressLabels,
  dateOrderLabels,
  delimiterLabels,
  encodingLabels,
  readingText,
} from './reading-text.ts'
import type { ReadingChoices } from './use-file-import.ts'

interface FileReadingPanelProps {
  reading: ProposedReading
  isReading: boolean
  onChange: (choices: ReadingChoices) => void
}

/** Renders how a file was read, with controls to change it, and the lines and cells that can’t be used. */
export const FileReadingPanel = ({ reading, isReading, onChange }: FileReadingPanelProps) => {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  return (
    <section aria-label="File settings" aria-busy={isReading} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <output className="min-w-0 flex-1 basis-60">
          {isReading ? 'Reading the file again…' : readingText(reading)}{' '}
          <span className="text-ink-3">{skippedText(reading)}</span>
        </output>
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Done' : 'Change'}
        </Button>
      </div>
      <div id={panelId} hidden={!isOpen}>
        <ReadingControls reading={reading} isReading={isReading} onChange={onChange} />
      </div>
      <SpoiledCells reading={reading} />
    </section>
  )
}

/** Returns which lines aren’t students. */
const skippedText = ({ skipped }: ProposedReading): string =>
  skipped.length === 0
    ? ''
    : `Skipped: ${skipped.map(({ row, text }) => `row ${row} “${shortened(text)}”`).join(', ')}.`

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** Rows to choose the column names from. */
const headerRows = Array.from({ length: 30 }, (_, index) => String(index + 1))

const ReadingControls = (props: FileReadingPanelProps) => (
  <div className="grid gap-3 rounded-card bg-sunken p-3 shadow-line sm:grid-cols-2 md:grid-cols-3">
    <TextControls {...props} />
    <TableControls {...props} />
  </div>
)

/** What the file’s text or workbook is. */
const TextControls = ({
  reading: { encoding, delimiter, sheets, sheet },
  isReading,
  onChange,
}: FileReadingPanelProps) => (
  <>
    {sheet !== null && (
      <Choice
        label="Sheet"
        value={sheet}
        disabled={isReading}
        options={sheets.map((name) => [name, name])}
        onChange={(name) => onChange({ sheet: name })}
      />
    )}
    {encoding !== null && (
      <Choice
        label="Encoding"
        value={encoding}
        disabled={isReading}
        options={encodings.map((one) => [one, encodingLabels[one]])}
        onChange={(one) => onChange({ encoding: one })}
      />
    )}
    {delimiter !== null && (
      <Choice
        label="Separator"
        value={delimiter}
        disabled={isReading}
        options={delimiters.map((one) => [one, delimiterLabels[one]])}
        onChange={(one) => onChange({ delimiter: one })}
      />
    )}
  </>
)

/** What the file’s rows and columns are. */
const TableControls = ({
  reading: { header_row, date_order, address_group, address_groups },
  isReading,
  onChange,
}: FileReadingPanelProps) => (
  <>
    <Choice
      label="Row with column names"
      value={String(header_row)}
      disabled={isReading}
      options={[...new Set([...headerRows, String(header_row)])].map((row) => [row, `Row ${row}`])}
      onChange={(row) => onChange({ header_row: row })}
    />
    <Choice
      label="Order of dates"
      value={date_order}
      disabled={isReading}
      options={dateOrders.map((one) => [one, dateOrderLabels[one]])}
      onChange={(one) => onChange({ date_order: one })}
    />
    {address_groups.length > 1 && (
      <Choice
        label="Address to import"
        value={address_group}
        disabled={isReading}
        options={addressGroups
          .filter((group) => address_groups.includes(group))
          .map((group) => [group, addressLabels[group]])}
        onChange={(group) => onChange({ address_group: group })}
      />
    )}
  </>
)

interface ChoiceProps<V extends string> {
  label: string
  value: V | null
  disabled: boolean
  options: readonly (readonly [value: V, label: string])[]
  onChange: (value: V) => void
}

/** Renders the browser’s own select: it’s found by typing and looks the same as in the table of columns. */
const Choice = <V extends string>({ label, value, disabled, options, onChange }: ChoiceProps<V>) => {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-label font-medium text-ink-2">
        {label}
      </label>
      <select
        id={id}
        value={value ?? ''}
        disabled={disabled}
        className={cx(controlClass, lineClass, 'pr-1')}
        onChange={(event) => {
          const chosen = options.find(([one]) => one === event.target.value)
          if (chosen) onChange(chosen[0])
        }}
      >
        {value === null && <option value="">Not chosen</option>}
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The most cells to show. */
const maxShown = 5

const SpoiledCells = ({ reading: { spoiled, spoiled_count } }: { reading: ProposedReading }) =>
  spoiled_count === 0 ? null : (
    <Banner
      tone="warning"
      title={`${formatCount(spoiled_count, 'cell')} ${spoiled_count === 1 ? 'has' : 'have'} characters that couldn’t be read`}
    >
      <p>
        If these look wrong in your file too, fix them there. Otherwise, choose another encoding. Their rows
        will be rejected.
      </p>
      <ul className="mt-1">
        {spoiled.slice(0, maxShown).map((cell) => (
          <li key={`${cell.row} ${cell.column}`} className="break-words">
            {placeText(cell)}
          </li>
        ))}
        {spoiled_count > maxShown && <li>And {formatCount(spoiled_count - maxShown, 'more cell')}</li>}
      </ul>
    </Banner>
  )

const placeText = ({ row, column, value }: CellOfFile): string => `Row ${row}, ${column.trim()}: ${value}`
