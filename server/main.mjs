/**
 * Starts the server. Sets up the compile cache first, because it speeds up the next start. Plain JavaScript, because it
 * runs before the cache: for one file of TypeScript, Node would load its whole compiler.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// not in the shared folder for temporary files: others who can write there could choose the code that runs here
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'shipmate'))
await import('#server/app/serve.ts')
