import { useState, type PointerEvent } from 'react'
import { drawnSignatureLimits } from '#contract/review/form-submissions/choices.ts'
import { useWords } from '#client/setup/site/words/words.ts'
import { ink, pathOf, type Point, type Stroke } from './drawing.ts'

interface DrawnSignatureProps {
  strokes: readonly Stroke[]
  isRefused: boolean
  onChange: (strokes: readonly Stroke[]) => void
}

/**
 * Renders a button that opens a place to draw a signature. The form is signed without it, so that people who can’t draw pass
 * one button and miss nothing.
 */
export const DrawnSignature = ({ strokes, isRefused, onChange }: DrawnSignatureProps) => {
  const words = useWords()
  const [wasOpened, setOpened] = useState(false)
  const isOpen = wasOpened || strokes.length > 0
  const toggle = (): void => {
    setOpened(!isOpen)
    onChange([])
  }
  return (
    <div className="site-field" id="field-drawn_signature">
      {isOpen && (
        <>
          <span>
            {words.drawing} <span className="site-quiet">{words.is_optional}</span>
          </span>
          <span className="site-quiet">{words.draw_help}</span>
          <DrawingArea strokes={strokes} onChange={onChange} />
        </>
      )}
      {isRefused && <span className="site-error">{words.drawing_refused}</span>}
      <div className="site-file-acts">
        {isOpen && (
          <button type="button" className="site-link" onClick={() => onChange([])}>
            {words.clear_drawing}
          </button>
        )}
        {/* one button for both, so that opening and removing keep the focus */}
        <button key="toggle" type="button" className="site-link" onClick={toggle}>
          {isOpen ? words.remove_drawing : words.draw_signature}
        </button>
      </div>
    </div>
  )
}

const { width, height } = drawnSignatureLimits

const within = (value: number, most: number): number => Math.round(Math.min(Math.max(value, 0), most))

/** Returns where a pointer is in the drawing, at its edge if it left it. */
const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<Element>): Point => {
  const place = currentTarget.getBoundingClientRect()
  return [
    within(((clientX - place.left) / place.width) * width, width),
    within(((clientY - place.top) / place.height) * height, height),
  ]
}

/** Renders what is drawn. The line being drawn is kept here until the pointer is lifted: the form around it isn’t rendered again. */
const DrawingArea = ({ strokes, onChange }: Pick<DrawnSignatureProps, 'strokes' | 'onChange'>) => {
  const words = useWords()
  const [stroke, setStroke] = useState<Stroke | null>(null)
  const begin = (event: PointerEvent<Element>): void => {
    // a second finger or another button of the mouse draws nothing
    if (!event.isPrimary || event.button !== 0) return
    // the line goes on where the pointer leaves the area
    event.currentTarget.setPointerCapture(event.pointerId)
    setStroke([pointOf(event)])
  }
  const goOn = (event: PointerEvent<Element>): void => {
    if (!event.isPrimary || !stroke) return
    const point = pointOf(event)
    setStroke((former) => former && [...former, point])
  }
  const end = (): void => {
    if (stroke) onChange([...strokes, stroke])
    setStroke(null)
  }
  return (
    <svg
      className="site-drawing"
      viewBox={`0 0 ${width} ${height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no one can draw on an img
      role="img"
      aria-label={strokes.length > 0 ? words.drawing : words.drawing_empty}
      onPointerDown={begin}
      onPointerMove={goOn}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {[...strokes, ...(stroke ? [stroke] : [])].map((one, index) => (
        // lines have no IDs and stay in their order
        // oxlint-disable-next-line react/no-array-index-key -- lines are only added at the end
        <path key={index} d={pathOf(one)} stroke={ink.color} strokeWidth={ink.width} />
      ))}
    </svg>
  )
}
