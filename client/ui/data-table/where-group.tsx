import { Copy, FolderPlus, Plus, X } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Segmented } from '../controls/segmented.tsx'
import type { FilterColumn } from './types.ts'
import {
  become,
  copyOf,
  deepest,
  isDraftGroup,
  newGroup,
  newRule,
  type DraftGroup,
  type DraftNode,
} from './where-draft.ts'
import { WhereRuleRow } from './where-rule.tsx'

interface WhereGroupProps {
  group: DraftGroup
  /** 1 for the outermost. */
  level: number
  columns: readonly FilterColumn[]
  faults: ReadonlyMap<number, string>
  onChange: (group: DraftGroup) => void
  /** Absent for the outermost, which stays. */
  onCopy?: () => void
  onRemove?: () => void
}

const joints = [
  { value: 'and', label: 'All' },
  { value: 'or', label: 'Any' },
] as const

/** Rules of which all or any must hold, and groups of such within. */
export const WhereGroupBox = (props: WhereGroupProps) => {
  const { group, level, onChange, onCopy, onRemove } = props
  const add = (node: DraftNode) => onChange({ ...group, nodes: [...group.nodes, node] })
  return (
    <div
      role="group"
      aria-label={level === 1 ? 'Rules' : 'Group of rules'}
      className={cx('flex flex-col gap-2', level > 1 && 'rounded-card bg-sunken p-2.5')}
    >
      <div className="flex items-center justify-between gap-2">
        <Segmented
          label={level === 1 ? 'Students for whom this holds:' : 'Of these:'}
          options={joints}
          value={group.operator}
          onChange={(operator) => onChange({ ...group, operator })}
        />
        {onCopy && onRemove && (
          <span className="flex">
            <IconButton icon={Copy} label="Duplicate this group" size="sm" onClick={onCopy} />
            <IconButton icon={X} label="Remove this group" size="sm" onClick={onRemove} />
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

/** A rule, or a group within the group of `box`. */
const Node = ({ node, box }: { node: DraftNode; box: WhereGroupProps }) => {
  const { group, level, columns, faults, onChange } = box
  const change = (next: (node: DraftNode) => readonly DraftNode[]) => onChange(become(group, node.key, next))
  const acts = {
    onChange: (next: DraftNode) => change(() => [next]),
    onCopy: () => change((one) => [one, copyOf(one)]),
    onRemove: () => change(() => []),
  }
  return isDraftGroup(node) ? (
    <WhereGroupBox group={node} level={level + 1} columns={columns} faults={faults} {...acts} />
  ) : (
    <WhereRuleRow node={node} columns={columns} fault={faults.get(node.key)} {...acts} />
  )
}
