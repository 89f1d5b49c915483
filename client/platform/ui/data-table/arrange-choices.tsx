import {
  ArrowLeft,
  ArrowRight,
  EyeOff,
  Minus,
  MoveHorizontal,
  PanelLeft,
  PanelRight,
  Plus,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { choiceButton } from './choice-button.ts'
import { pinColumn, resizeColumn, stepColumn, toggleColumn, type Arranging, type Pin } from './layout.ts'

interface ArrangeChoicesProps {
  /** The column's position and width. */
  placed: { readonly column: { readonly id: string }; readonly pin: Pin | null; readonly width: number }
  arranging: Arranging
  onDone: () => void
}

/** Pixels that one press changes the width by. */
const widthStep = 24

const pinActs = [
  { side: 'start', icon: PanelLeft, words: 'Left' },
  { side: 'end', icon: PanelRight, words: 'Right' },
] as const

/** Renders the buttons that move, pin and resize a column, for keyboard and pointer. */
export const ArrangeChoices = (props: ArrangeChoicesProps) => {
  const { placed, arranging, onDone } = props
  const { column, pin, width } = placed
  const { layout, onLayout, onFit } = arranging
  const resize = (by: number) => onLayout(resizeColumn(layout, column.id, width + by))
  const togglePin = (side: 'start' | 'end') => {
    onLayout(pinColumn(layout, column.id, pin === side ? null : side))
    onDone()
  }
  return (
    <div className="flex flex-col gap-1 border-t border-line p-2">
      <Line label="Move">
        <Act icon={ArrowLeft} onPress={() => onLayout(stepColumn(layout, column.id, -1))}>
          Left
        </Act>
        <Act icon={ArrowRight} onPress={() => onLayout(stepColumn(layout, column.id, 1))}>
          Right
        </Act>
      </Line>
      <Line label="Pin">
        {pinActs.map(({ side, icon, words }) => (
          <Act key={side} icon={icon} isOn={pin === side} onPress={() => togglePin(side)}>
            {words}
          </Act>
        ))}
      </Line>
      <Line label="Width">
        <Act icon={Minus} onPress={() => resize(-widthStep)}>
          Narrower
        </Act>
        <Act icon={Plus} onPress={() => resize(widthStep)}>
          Wider
        </Act>
        <Act icon={MoveHorizontal} onPress={() => onFit(column.id)}>
          Fit to content
        </Act>
      </Line>
      <Act
        icon={EyeOff}
        isOff={layout.shown.length === 1}
        onPress={() => {
          onLayout(toggleColumn(layout, column.id))
          onDone()
        }}
      >
        Hide column
      </Act>
    </div>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="group" aria-label={label} className="flex items-center gap-1">
    <span aria-hidden className="w-12 pl-2 text-label text-ink-3">
      {label}
    </span>
    {children}
  </div>
)

interface ActProps {
  icon: LucideIcon
  isOn?: boolean
  isOff?: boolean
  onPress: () => void
  children: ReactNode
}

const Act = ({ icon: Icon, isOn, isOff = false, onPress, children }: ActProps) => (
  <button
    type="button"
    className={choiceButton}
    disabled={isOff}
    {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
    onClick={onPress}
  >
    <Icon size={14} aria-hidden />
    {children}
  </button>
)
