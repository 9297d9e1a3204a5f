package flames
