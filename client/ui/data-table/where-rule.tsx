import { Copy, X } from 'lucide-react'
import { FieldError } from '../controls/field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { NativeSelect } from './native-select.tsx'
import { RuleMode, RuleValue, usualModes } from './rule-value.tsx'
import type { FilterColumn } from './types.ts'
import type { DraftRule } from './where-draft.ts'

interface WhereRuleProps {
  node: DraftRule
  columns: readonly FilterColumn[]
  fault: string | undefined
  onChange: (node: DraftRule) => void
  onCopy: () => void
  onRemove: () => void
}

/** One rule of a tree: the field, how it compares, with what; what is wrong stands below. */
export const WhereRuleRow = ({ node, columns, fault, onChange, onCopy, onRemove }: WhereRuleProps) => {
  const column = columns.find(({ id }) => id === node.field)
  const setField = (field: string) => {
    const next = columns.find(({ id }) => id === field)
    if (next) onChange({ ...node, field, rule: { match_mode: usualModes[next.kind] } })
  }
  const setRule = (rule: DraftRule['rule']) => onChange({ ...node, rule })
  return (
    <div
      role="group"
      aria-label={column ? `Rule about ${column.label}` : 'New rule'}
      className="flex gap-1.5"
    >
      <div className="min-w-0 flex-1">
        <div className="grid items-start gap-1.5 sm:grid-cols-[minmax(0,11rem)_minmax(0,10rem)_minmax(0,1fr)]">
          <NativeSelect
            label="Field"
            value={node.field}
            options={[['', 'Choose a field'], ...columns.map(({ id, label }) => [id, label] as const)]}
            onChange={setField}
          />
          {column && <RuleMode column={column} rule={node.rule} onChange={setRule} />}
          {column && <RuleValue column={column} rule={node.rule} onChange={setRule} />}
        </div>
        {fault !== undefined && <FieldError>{fault}</FieldError>}
      </div>
      <span className="flex h-8 items-center">
        <IconButton icon={Copy} label="Duplicate this rule" size="sm" onClick={onCopy} />
        <IconButton icon={X} label="Remove this rule" size="sm" onClick={onRemove} />
      </span>
    </div>
  )
}
