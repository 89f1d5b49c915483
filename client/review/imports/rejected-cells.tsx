import { useState } from 'react'
import { choiceLabelsOf, importTargetLabel, isImportTarget } from '#contract/review/imports/choices.ts'
import {
  fixImportCells,
  getImport,
  listImportRows,
  listRejectedCells,
} from '#contract/review/imports/endpoints.ts'
import type { ImportRun, RejectedCells } from '#contract/review/imports/shapes.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { useProblem } from '#client/platform/lib/use-problem.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Combobox } from '#client/platform/ui/controls/combobox.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import { useLeaveGuard } from '#client/platform/ui/form/dirty-guard.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'

/** What replaces rejected cells, by their key: '' clears them, null leaves them rejected. */
type Texts = ReadonlyMap<string, string | null>

const keyOf = ({ column, value, row }: RejectedCells): string =>
  JSON.stringify([column, isOneCell(value) ? row : value])

const isOneCell = (value: string | null): boolean => value === null || value === ''

/** Renders the cells for which rows are rejected, the same value together, with fields that replace them. */
export const RejectedCellsPanel = ({ run }: { run: ImportRun }) => {
  const cells = useAsk(listRejectedCells, { params: { id: run.id } })
  return (
    <Loaded
      of={cells}
      compact
      what="The rejected values"
      who="Only this school’s admins and Shipmate Admins have access."
      rows={3}
      label="Loading rejected values"
    >
      {(data) => data.length > 0 && <CellForm run={run} cells={data} />}
    </Loaded>
  )
}

interface CellFormProps {
  run: ImportRun
  cells: readonly RejectedCells[]
}

const CellForm = ({ run, cells }: CellFormProps) => {
  const { texts, setText, count, submit, problem, isSending } = useFixes(run, cells)
  return (
    <section aria-labelledby="rejected-values" className="flex flex-col gap-2">
      <header>
        <h2 id="rejected-values" className="font-semibold">
          Rejected values
        </h2>
        <p className="text-ink-2">
          A new value applies to all rows with the rejected one. The file doesn’t change.
        </p>
      </header>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <form
        aria-labelledby="rejected-values"
        className="rounded-card shadow-line"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <ul>
          {cells.map((one) => (
            <CellRow
              key={keyOf(one)}
              cells={one}
              text={texts.get(keyOf(one)) ?? null}
              onText={(text) => setText(keyOf(one), text)}
            />
          ))}
        </ul>
        <footer className="flex min-h-12 flex-wrap items-center justify-end gap-3 px-3 py-2">
          {cells.length === mostListed && (
            <span className="mr-auto text-ink-3">More appear after you fix these.</span>
          )}
          <Button type="submit" busy={isSending} disabled={count === 0}>
            {count === 0 ? 'Fix values' : `Fix ${formatCount(count, 'value')}`}
          </Button>
        </footer>
      </form>
    </section>
  )
}

/** The most different values that the server lists. */
const mostListed = 100

/** Keeps what replaces rejected cells. It starts with the values that were probably meant. */
const useFixes = (run: ImportRun, cells: readonly RejectedCells[]) => {
  const [typed, setTyped] = useState<Texts>(new Map())
  const { send, isSending } = useSend(fixImportCells, {
    refreshes: [getImport, listImportRows, listRejectedCells],
    quiet: true,
  })
  const { problem, attempt } = useProblem()
  useLeaveGuard({
    isDirty: [...typed.values()].some((text) => text !== null),
    message: 'You’ll lose the values you entered.',
  })
  const proposed = cells.flatMap((one) => (one.nearest === null ? [] : [[keyOf(one), one.nearest] as const]))
  const texts: Texts = new Map([...proposed, ...typed])
  const fixed = cells.filter((one) => (texts.get(keyOf(one)) ?? null) !== null)
  const submit = () =>
    void attempt(async () => {
      await send({ params: { id: run.id }, body: { cells: fixed.map((one) => fixOf(one, texts)) } })
      setTyped(new Map())
    })
  return {
    texts,
    setText: (key: string, text: string | null): void => setTyped(new Map([...typed, [key, text]])),
    count: fixed.reduce((sum, { rows }) => sum + rows, 0),
    submit,
    problem,
    isSending,
  }
}

const fixOf = (cells: RejectedCells, texts: Texts) => {
  const { column, value, row } = cells
  const text = texts.get(keyOf(cells))?.trim() ?? ''
  return { column, at: value === null || value === '' ? { row } : { value }, to: text === '' ? null : text }
}

interface CellRowProps {
  cells: RejectedCells
  /** Null if the cells aren’t changed. */
  text: string | null
  onText: (text: string | null) => void
}

const CellRow = ({ cells, text, onText }: CellRowProps) => {
  const { column, value, message, rows, row, name } = cells
  return (
    <li className="grid items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_16rem]">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="text-ink-2">{column.trim()} </span>
        <span className="font-medium">{shownText(value)}</span>{' '}
        <span className="tabular text-label text-ink-3">
          {rows > 1
            ? `in ${formatNumber(rows)} rows`
            : `Row ${formatNumber(row)}${name === '' ? '' : `, ${name}`}`}
        </span>
      </span>
      <span className="text-danger-text">{message}</span>
      <CellInput cells={cells} text={text} onText={onText} />
    </li>
  )
}

/** Returns a cell’s text in quotes; one that isn’t shown can be an SSN. */
export const shownText = (value: string | null): string => {
  if (value === null) return '(not shown)'
  return value === '' ? '(blank)' : `“${value}”`
}

const leftEmpty = { value: '', label: 'Leave blank' } as const

const CellInput = ({ cells: { column, field, value, rows, row }, text, onText }: CellRowProps) => {
  const target = field !== null && isImportTarget(field) ? field : null
  const labels = target === null ? [] : choiceLabelsOf(target)
  const label = `New ${target === null ? column.trim() : importTargetLabel(target)} for ${
    rows > 1 ? `the ${rows} rows with ${shownText(value)}` : `row ${row}`
  }`
  if (labels.length > 0)
    return (
      <Combobox
        aria-label={label}
        placeholder="Choose a value"
        options={[...labels.map((one) => ({ value: one, label: one })), ...(value === '' ? [] : [leftEmpty])]}
        value={text}
        onChange={onText}
      />
    )
  return (
    <TextInput
      aria-label={label}
      placeholder="New value"
      autoComplete="off"
      spellCheck={false}
      value={text ?? value ?? ''}
      onChange={(event) => onText(event.target.value === (value ?? '') ? null : event.target.value)}
    />
  )
}
