import { FileUp } from 'lucide-react'
import { useId, useState, type ReactNode, type Ref } from 'react'
import { cx } from '../styles/cx.ts'
import { FieldError } from './field.tsx'

interface FileDropProps {
  /** 'Drop a roster here or choose a file'. */
  label: ReactNode
  /** The accepted formats and the size limit. */
  hint?: ReactNode
  /** The `accept` of the file input: '.csv,text/csv'. The caller checks dropped files. */
  accept?: string
  error?: string | undefined
  disabled?: boolean
  /** Uses less height, for use below a list. */
  isCompact?: boolean
  /** Accepts several files; `onFile` is called for each. */
  multiple?: boolean
  /** The input, for focusing it from outside. */
  inputRef?: Ref<HTMLInputElement>
  onFile: (file: File) => void
}

/** Renders an area to drop or choose files. The whole area is a native file input, which accepts drops. */
export const FileDrop = (props: FileDropProps) => {
  const { label, hint, accept, error, disabled = false, multiple = false, inputRef, onFile } = props
  const id = useId()
  const [over, setOver] = useState(false)
  return (
    <div>
      <div className={surfaceClass(props, over)}>
        <FileUp size={16} aria-hidden className="mb-1 text-ink-3" />
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-label text-ink-3">
            {hint}
          </span>
        )}
        <input
          ref={inputRef}
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          multiple={multiple}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          className="absolute inset-0 cursor-pointer opacity-0 file:hidden"
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            for (const file of event.target.files ?? []) onFile(file)
            // Clear the value so that the same file can be chosen again after it was fixed.
            event.target.value = ''
          }}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

const surfaceClass = ({ disabled = false, isCompact = false }: FileDropProps, over: boolean): string =>
  cx(
    'relative flex flex-col items-center gap-1 rounded-card border border-dashed px-6 text-center transition-colors duration-100 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
    isCompact ? 'py-4' : 'py-10',
    over ? 'border-accent bg-accent-soft' : 'border-line-box bg-sunken hover:bg-hover',
    disabled && 'opacity-50',
  )
