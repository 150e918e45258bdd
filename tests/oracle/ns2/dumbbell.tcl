# Flows of one kind over one drop-tail bottleneck in ns-2.35. Prints one line: packets acknowledged, timeouts, packets that arrived at the
# queue, packets that it dropped, mean backlog in packets, bytes that left it. Arguments: key=value, keys as below.
array set o {agent Reno n 30 mbps 4 packets 25 rttMs 100 coreMs 30 durationS 200 run 1 stack ns2-1999 overheadUs 0 jitterS 5
  packetBytes 500 ackEvery 1 interval 0 corrected 1 library ""}
foreach arg $argv { if {[regexp {^(\w+)=(.*)$} $arg -> key value]} { set o($key) $value } }

# The defaults of before 2001, instead of those of 2006. The receive window is never the limit.
Agent/TCP set window_ 100000
if {$o(stack) == "ns2-1999"} {
  foreach {key value} {tcpTick_ 0.1 minrto_ 0 maxrto_ 64 rtxcur_init_ 6.0 windowInit_ 1 singledup_ 0 useHeaders_ false
      precisionReduce_ false rfc2988_ false timerfix_ false bugfix_ss_ 0 restart_bugfix_ false} { Agent/TCP set $key $value }
}
Agent/TCP set packetSize_ $o(packetBytes)
Agent/TCP set overhead_ [expr {$o(overheadUs) / 1e6}]
if {$o(agent) == "Reno/Spaced"} {
  load $o(library) spaced
  Agent/TCP/Reno/Spaced set interval_ $o(interval)
  Agent/TCP/Reno/Spaced set corrected_ $o(corrected)
}

set ns [new Simulator]
ns-random $o(run)
set starts [new RNG]
$starts seed [expr {7 * $o(run) + 1}]
set left [$ns node]
set right [$ns node]
$ns duplex-link $left $right $o(mbps)Mb $o(coreMs)ms DropTail
$ns queue-limit $left $right $o(packets)
$ns queue-limit $right $left 100000
set queue [$ns monitor-queue $left $right ""]
set waiting [$queue get-pkts-integrator]
set accessMs [expr {($o(rttMs) / 2.0 - $o(coreMs)) / 2}]
set senders {}
for {set i 0} {$i < $o(n)} {incr i} {
  set from [$ns node]
  set to [$ns node]
  foreach {a b} [list $from $left $right $to] {
    $ns duplex-link $a $b [expr {4 * $o(mbps)}]Mb ${accessMs}ms DropTail
    $ns queue-limit $a $b 100000
    $ns queue-limit $b $a 100000
  }
  set sender [new Agent/TCP/$o(agent)]
  set sack [expr {$o(agent) == "Sack1" ? "/Sack1" : ""}]
  set receiver [new Agent/TCPSink${sack}[expr {$o(ackEvery) == 2 ? "/DelAck" : ""}]]
  $ns attach-agent $from $sender
  $ns attach-agent $to $receiver
  $ns connect $sender $receiver
  set source [new Application/FTP]
  $source attach-agent $sender
  $ns at [expr {$o(jitterS) * [$starts uniform 0 1]}] "$source start"
  lappend senders $sender
}

proc report {} {
  global o queue waiting senders
  set acked 0
  set timeouts 0
  foreach sender $senders {
    incr acked [$sender set ack_]
    incr timeouts [$sender set nrexmit_]
  }
  $waiting newpoint $o(durationS) [$waiting set lasty_]
  puts "$acked $timeouts [$queue set parrivals_] [$queue set pdrops_] [expr {[$waiting set sum_] / $o(durationS)}] [$queue set bdepartures_]"
  exit 0
}
$ns at $o(durationS) report
$ns run
