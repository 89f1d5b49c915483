/** The longest side of a picture in pixels: small text of a card stays readable. */
const longestSide = 2000

const jpegQuality = 0.85

/** What may make a picture unreadable. */
export type PictureDoubt = 'dark' | 'blurred' | null

/** A file as it’s sent. */
interface ReadyFile {
  readonly blob: Blob
  readonly name: string
  readonly doubt: PictureDoubt
}

/**
 * Returns a file as it’s sent: a picture upright, at most 2,000 pixels wide or high and as a JPEG; everything else, and
 * pictures that the browser can’t open, as they are.
 */
export const prepareFile = async (file: File): Promise<ReadyFile> => {
  const asIs = { blob: file, name: file.name, doubt: null }
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return asIs
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return asIs
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return asIs
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const doubt = doubtOf(context.getImageData(0, 0, canvas.width, canvas.height))
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/jpeg', jpegQuality)
  })
  return blob ? { blob, name: file.name.replace(/\.\w+$/, '') + '.jpg', doubt } : asIs
}

/** Mean brightness (0–255) below which a picture is dark. */
const darkBelow = 60

/** Mean difference between neighbors (0–255) below which a picture has no sharp edges. */
const blurredBelow = 2.2

/** Looks at every fourth pixel of every fourth row. */
const stride = 4

/** Returns whether a picture is dark or has no sharp edges. */
const doubtOf = ({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): PictureDoubt => {
  const brightness = (x: number, y: number): number => {
    const at = (y * width + x) * 4
    return (data[at] ?? 0) * 0.299 + (data[at + 1] ?? 0) * 0.587 + (data[at + 2] ?? 0) * 0.114
  }
  let [sum, difference, count] = [0, 0, 0]
  for (let y = 0; y < height - 1; y += stride)
    for (let x = 0; x < width - 1; x += stride) {
      const here = brightness(x, y)
      sum += here
      difference += Math.abs(here - brightness(x + 1, y)) + Math.abs(here - brightness(x, y + 1))
      count += 1
    }
  if (count === 0) return null
  if (sum / count < darkBelow) return 'dark'
  return difference / (2 * count) < blurredBelow ? 'blurred' : null
}
