import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Copy, FolderPlus, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { WhereGroup } from '#contract/platform/table-where.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { Button } from '../controls/button.tsx'
import { Combobox } from '../controls/combobox.tsx'
import { FieldError } from '../controls/field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { cx } from '../styles/cx.ts'
import type { DialogHandle } from '../overlays/dialog-host.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { RuleMode, RuleValue, usualModes } from './rule-value.tsx'
import type { FilterColumn } from './types.ts'
import {
  replaceNode,
  copyOf,
  deepest,
  draftOf,
  errorsOf,
  isDraftGroup,
  newGroup,
  newRule,
  whereOfDraft,
  type DraftGroup,
  type DraftNode,
  type DraftRule,
} from './where-draft.ts'

/** Query options for the number of matches of a rule tree, together with the other filters. */
type CountWhere = (where: WhereGroup | null) => {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: {
    signal: AbortSignal
  }) => Promise<{ readonly meta: { readonly total: number } }>
}

export interface WhereDialogProps {
  columns: readonly FilterColumn[]
  where: WhereGroup | null
  count: CountWhere
  /** 'student' */
  noun: string
}

/** Maximum number of characters for the URL. */
const longest = 6000

/** Renders the advanced filter: rules in groups that match all or any, with a live count. */
export const WhereDialog = (props: WhereDialogProps & { handle: DialogHandle<WhereGroup | null> }) => {
  const { columns, where, count, noun, handle } = props
  const [draft, setDraft] = useState(() => draftOf(where))
  const [isTried, setTried] = useState(false)
  const errors = errorsOf(draft, columns)
  const built = whereOfDraft(draft)
  const isTooLong = JSON.stringify(built).length > longest
  const apply = () => {
    setTried(true)
    if (draft.nodes.length === 0 || (errors.size === 0 && !isTooLong)) handle.close(built)
  }
  return (
    <Dialog
      {...handle.dialog}
      size="lg"
      title="Advanced filter"
      description="Combine rules for several fields. They apply together with the search and other filters."
      footer={
        <>
          <Matches where={built} isSound={errors.size === 0} count={count} noun={noun} />
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <Button variant="primary" onClick={apply}>
            Apply
          </Button>
        </>
      }
    >
      <WhereGroupBox
        group={draft}
        level={1}
        columns={columns}
        errors={isTried ? errors : noErrors}
        onChange={setDraft}
      />
      {isTooLong && <FieldError>There are too many rules. Remove some.</FieldError>}
    </Dialog>
  )
}

const noErrors: ReadonlyMap<number, string> = new Map()

/** Milliseconds without changes before the rules are counted. */
const pause = 250

const wordsFor = (total: number, noun: string): string =>
  `${formatCount(total, noun)} ${total === 1 ? 'matches' : 'match'}`

const Matches = ({
  where,
  isSound,
  count,
  noun,
}: Pick<WhereDialogProps, 'where' | 'count' | 'noun'> & { isSound: boolean }) => {
  const settled = useSettled(JSON.stringify(where), pause)
  const asked: WhereGroup | null = settled === JSON.stringify(where) ? where : null
  const { data, isPlaceholderData } = useQuery({
    ...count(asked),
    enabled: isSound && asked !== null,
    placeholderData: keepPreviousData,
  })
  const words = data && isSound && asked ? wordsFor(data.meta.total, noun) : ''
  return (
    <span
      aria-live="polite"
      className={isPlaceholderData ? 'tabular mr-auto text-ink-3' : 'tabular mr-auto text-ink-2'}
    >
      {isSound ? words : 'Complete the rules to see the number of matches.'}
    </span>
  )
}

interface WhereGroupProps {
  group: DraftGroup
  /** 1 for the top group. */
  level: number
  columns: readonly FilterColumn[]
  errors: ReadonlyMap<number, string>
  onChange: (group: DraftGroup) => void
  /** Absent for the top group, which can't be removed. */
  onCopy?: () => void
  onRemove?: () => void
}

const operatorOptions = [
  { value: 'and', label: 'Match all of these rules' },
  { value: 'or', label: 'Match any of these rules' },
] as const

/** Renders a group that matches all or any of its rules and groups. */
const WhereGroupBox = (props: WhereGroupProps) => {
  const { group, level, onChange, onCopy, onRemove } = props
  const add = (node: DraftNode) => onChange({ ...group, nodes: [...group.nodes, node] })
  return (
    <div
      role="group"
      aria-label={level === 1 ? 'Rules' : 'Rule group'}
      className={cx('flex flex-col gap-2', level > 1 && 'rounded-card bg-sunken p-2.5')}
    >
      <div className="flex items-center justify-between gap-2">
        <Segmented
          label="Match"
          options={operatorOptions}
          value={group.operator}
          onChange={(operator) => onChange({ ...group, operator })}
        />
        {onCopy && onRemove && (
          <span className="flex">
            <IconButton icon={Copy} label="Duplicate group" size="sm" onClick={onCopy} />
            <IconButton icon={X} label="Remove group" size="sm" onClick={onRemove} />
          </span>
        )}
      </div>
      {group.nodes.map((node) => (
        <Node key={node.key} node={node} box={props} />
      ))}
      <div className="flex gap-1">
        <Button variant="ghost" size="sm" icon={Plus} onClick={() => add(newRule())}>
          Add rule
        </Button>
        {level < deepest && (
          <Button variant="ghost" size="sm" icon={FolderPlus} onClick={() => add(newGroup())}>
            Add group
          </Button>
        )}
      </div>
    </div>
  )
}

/** Renders a rule, or a group within the group of `box`. */
const Node = ({ node, box }: { node: DraftNode; box: WhereGroupProps }) => {
  const { group, level, columns, errors, onChange } = box
  const change = (next: (node: DraftNode) => readonly DraftNode[]) =>
    onChange(replaceNode(group, node.key, next))
  const acts = {
    onChange: (next: DraftNode) => change(() => [next]),
    onCopy: () => change((one) => [one, copyOf(one)]),
    onRemove: () => change(() => []),
  }
  return isDraftGroup(node) ? (
    <WhereGroupBox group={node} level={level + 1} columns={columns} errors={errors} {...acts} />
  ) : (
    <WhereRuleRow node={node} columns={columns} error={errors.get(node.key)} {...acts} />
  )
}

interface WhereRuleProps {
  node: DraftRule
  columns: readonly FilterColumn[]
  error: string | undefined
  onChange: (node: DraftRule) => void
  onCopy: () => void
  onRemove: () => void
}

/** Renders a rule of a tree: field, match mode and value, with its error below. */
const WhereRuleRow = ({ node, columns, error, onChange, onCopy, onRemove }: WhereRuleProps) => {
  const column = columns.find(({ id }) => id === node.field)
  const setField = (field: string) => {
    const next = columns.find(({ id }) => id === field)
    if (next) onChange({ ...node, field, rule: { match_mode: usualModes[next.kind] } })
  }
  const setRule = (rule: DraftRule['rule']) => onChange({ ...node, rule })
  return (
    <div role="group" aria-label={column ? `${column.label} rule` : 'New rule'} className="flex gap-1.5">
      <div className="min-w-0 flex-1">
        <div className="grid items-start gap-1.5 sm:grid-cols-[minmax(0,11rem)_minmax(0,10rem)_minmax(0,1fr)]">
          <Combobox
            aria-label="Field"
            placeholder="Choose a field"
            options={columns.map(({ id, label, group }) => ({
              value: id,
              label,
              ...(group ? { group } : {}),
            }))}
            value={column?.id ?? null}
            onChange={(field) => field !== null && setField(field)}
            isRequired
          />
          {column && <RuleMode column={column} rule={node.rule} onChange={setRule} />}
          {column && <RuleValue column={column} rule={node.rule} onChange={setRule} />}
        </div>
        {error !== undefined && <FieldError>{error}</FieldError>}
      </div>
      <span className="flex h-8 items-center">
        <IconButton icon={Copy} label="Duplicate rule" size="sm" onClick={onCopy} />
        <IconButton icon={X} label="Remove rule" size="sm" onClick={onRemove} />
      </span>
    </div>
  )
}
