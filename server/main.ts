/** Starts the server. Sets up the compile cache first, because it speeds up the next start. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// not in the shared folder for temporary files: others who can write there could choose the code that runs here
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'shipmate'))
await import('./serve.ts')
