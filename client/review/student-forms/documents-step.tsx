import { useState, type ChangeEvent } from 'react'
import { acceptedFiles, maxFileSize, type FileKind } from '#contract/platform/record/file-kinds.ts'
import { useWords } from '#client/setup/site/words/words.ts'
import { prepareFile, type PictureDoubt } from './pictures.ts'
import type { StepProps } from './use-student-form.ts'

/** The documents that a form asks for. */
const kindsOf: Record<'waive' | 'enroll', readonly FileKind[]> = {
  waive: ['insurance_card_front', 'insurance_card_back', 'coverage_letter'],
  enroll: ['other'],
}

/** Renders the documents of a form: taken by the camera or chosen, each with its own progress. */
export const DocumentsStep = ({ form, calls, state }: StepProps) => {
  const words = useWords()
  const { kind } = form.page
  return (
    <>
      <p className="site-quiet">{words.documents_help[kind]}</p>
      <div className="site-cards" id="field-file_tokens">
        {kindsOf[kind].map((one) => (
          <DocumentCard key={one} kind={one} calls={calls} state={state} />
        ))}
      </div>
      {state.errors['file_tokens'] && <span className="site-error">{state.errors['file_tokens']}</span>}
    </>
  )
}

type Upload =
  | { readonly state: 'none' }
  | { readonly state: 'sending'; readonly percent: number }
  | { readonly state: 'failed'; readonly file: File; readonly why: 'too_large' | 'upload_failed' }
  | { readonly state: 'done'; readonly doubt: PictureDoubt }

type DocumentCardProps = Pick<StepProps, 'calls' | 'state'> & { kind: FileKind }

const DocumentCard = ({ kind, calls, state }: DocumentCardProps) => {
  const words = useWords()
  const sent = state.typed.files.find((file) => file.kind === kind)
  const [upload, setUpload] = useState<Upload>(sent ? { state: 'done', doubt: null } : { state: 'none' })
  const remove = (): void => {
    setUpload({ state: 'none' })
    state.change((former) => ({ files: former.files.filter((file) => file.kind !== kind) }))
  }
  const send = async (file: File): Promise<void> => {
    if (file.size > maxFileSize) {
      setUpload({ state: 'failed', file, why: 'too_large' })
      return
    }
    setUpload({ state: 'sending', percent: 0 })
    try {
      const ready = await prepareFile(file)
      const named = new File([ready.blob], ready.name, { type: ready.blob.type })
      const token = await calls.upload(named, kind, (percent) => setUpload({ state: 'sending', percent }))
      state.change((former) => ({
        files: [
          ...former.files.filter((one) => one.kind !== kind),
          { file_token: token, kind, name: ready.name },
        ],
      }))
      setUpload({ state: 'done', doubt: ready.doubt })
    } catch {
      setUpload({ state: 'failed', file, why: 'upload_failed' })
    }
  }
  return (
    <fieldset className="site-card site-stack" data-state={upload.state}>
      <legend className="sr-only">{words.file_kinds[kind]}</legend>
      <b>
        {words.file_kinds[kind]}
        {upload.state === 'done' && ' ✓'}
      </b>
      <UploadLine upload={upload} onRetry={send} />
      <FileButtons kind={kind} isReplacing={upload.state === 'done'} onFile={send} />
      {upload.state === 'done' && (
        <button type="button" className="site-link" onClick={remove}>
          {words.remove}
        </button>
      )}
    </fieldset>
  )
}

const UploadLine = ({ upload, onRetry }: { upload: Upload; onRetry: (file: File) => Promise<void> }) => {
  const words = useWords()
  if (upload.state === 'none') return null
  if (upload.state === 'failed')
    return (
      <p className="site-error" role="alert">
        {words[upload.why]}{' '}
        {upload.why === 'upload_failed' && (
          <button type="button" className="site-link" onClick={() => void onRetry(upload.file)}>
            {words.retry}
          </button>
        )}
      </p>
    )
  const doubts = { dark: words.too_dark, blurred: words.too_blurred }
  return (
    <output className="site-quiet">
      {upload.state === 'sending' ? words.uploading(upload.percent) : words.uploaded}
      {upload.state === 'done' && upload.doubt !== null && ` · ${doubts[upload.doubt]}`}
    </output>
  )
}

interface FileButtonsProps {
  kind: FileKind
  isReplacing: boolean
  onFile: (file: File) => Promise<void>
}

const FileButtons = ({ kind, isReplacing, onFile }: FileButtonsProps) => {
  const words = useWords()
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.target.files ?? []
    // the same file can be chosen again after a failure
    event.target.value = ''
    if (file) void onFile(file)
  }
  return (
    <div className="site-file-acts">
      <label className="site-file">
        <input type="file" accept="image/*" capture="environment" onChange={take} />
        <span>{isReplacing ? words.take_again : words.use_camera}</span>
      </label>
      <label className="site-file" data-quiet="">
        <input
          type="file"
          accept={acceptedFiles}
          aria-label={`${words.choose_file}: ${words.file_kinds[kind]}`}
          onChange={take}
        />
        <span>{words.choose_file}</span>
      </label>
    </div>
  )
}
